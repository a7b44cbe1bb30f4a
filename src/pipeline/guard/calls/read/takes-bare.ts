import type { CallFacts } from '../../../../language/calls/call-facts.ts'
import type { Token } from '../../../../language/calls/tokens.ts'
import type { Evaluator } from './evaluator.ts'
import { ENDS } from './signs.ts'
import type { Value } from './value.ts'

/** Whether a call without brackets begins behind this value: `system "ls"`. */
export function takesBare(
  { name }: Value,
  next: Token,
  { facts: { bareCalls, members }, evaluator }: { facts: CallFacts; evaluator: Evaluator },
): boolean {
  if (!bareCalls || name === '' || next.isFirst || ENDS.has(next.text)) return false
  if (next.kind === 'sign' && !(next.text === '[' && !next.isTight)) return false
  if (bareCalls !== true) return bareCalls.includes(name)
  return evaluator.isKnown(name) || (next.kind === 'text' && members.includes(':'))
}
