import type { Severity } from '../../../../contract/finding.ts'
import type { CallKind } from '../../../../language/calls/call-facts.ts'
import type { GuardRule, Spot } from '../../rule.ts'
import type { Call, CallProgram } from '../read/call-program.ts'

export type CallRule = GuardRule<CallProgram>

/** No finding; a finding; a finding of this severity; a finding with more details. */
export type Verdict = false | undefined | true | Severity | { severity: Severity; message?: string }

export const spotAt = ({ start, end }: { start: number; end: number }, verdict: Verdict): Spot[] => {
  if (!verdict) return []
  if (verdict === true) return [{ start, end }]
  return [{ start, end, ...(typeof verdict === 'string' ? { severity: verdict } : verdict) }]
}

/** Settings of this form in code, not in comments and strings. */
export function settings({ source, bare }: CallProgram, form: RegExp | undefined): Spot[] {
  if (!form) return []
  const code = bare()
  return [...source.matchAll(form)].flatMap(({ index, 0: found }) =>
    code.slice(index, index + found.length).trim() === '' ? [] : [{ start: index, end: index + found.length }],
  )
}

/** Judges each call of these kinds. */
export const byKind =
  (
    kinds: readonly CallKind[],
    judge: (call: Call, program: CallProgram, kind: CallKind) => Verdict,
  ): CallRule['find'] =>
  (program) =>
    kinds.flatMap((kind) => program.callsOf(kind).flatMap((call) => spotAt(call, judge(call, program, kind))))
