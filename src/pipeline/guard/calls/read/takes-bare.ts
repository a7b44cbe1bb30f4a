import type { CallFacts } from '../../../../language/calls/call-facts.ts'
import type { Token } from '../../../../language/calls/tokens.ts'
import type { Evaluator } from './evaluator.ts'
import { ENDS } from './signs.ts'
import type { Value } from './value.ts'

/** A variable with its sign is called with brackets alone, whatever it stands for. */
const VARIABLE = /^[$@%]/

/** Whether a call without brackets begins behind this value: `system "ls"`. */
export function takesBare(
  { name }: Value,
  next: Token,
  { facts: { bareCalls, members }, evaluator, as }: { facts: CallFacts; evaluator: Evaluator; as: string | undefined },
): boolean {
  if (!bareCalls || name === '' || next.isFirst || ENDS.has(next.text)) return false
  // `$read = eval { … }` makes no call of `$read eq 'x'`.
  if (VARIABLE.test(as ?? '')) return false
  if (next.kind === 'sign' && !(next.text === '[' && !next.isTight)) return false
  if (bareCalls !== true) return bareCalls.includes(name)
  return evaluator.isKnown(name) || (next.kind === 'text' && members.includes(':'))
}
