import type { Severity } from '../../../../contract/finding.ts'
import type { GuardRule, Spot } from '../../rule.ts'
import type { Assigned, BashProgram, Invocation, Range, Redirect } from '../read/bash-program.ts'

export type BashRule = GuardRule<BashProgram>

/** No finding; a finding; a finding of this severity; or a finding with more details. */
export type Verdict = false | undefined | true | Severity | (Partial<Spot> & { severity?: Severity })

type Find = BashRule['find']
type Judge<Part> = (part: Part, program: BashProgram) => Verdict

interface Judging<Part> {
  program: BashProgram
  judge: Judge<Part>
}

/** Judges each command with one of these names, which are separated by blanks. */
export function byCommand(names: string, judge: Judge<Invocation>): Find {
  const list = names.split(' ')
  return (program) => {
    const found = list.flatMap((name) => program.byName.get(name) ?? [])
    return spots(found, { program, judge })
  }
}

export const byEveryCommand =
  (judge: Judge<Invocation>): Find =>
  (program) =>
    spots(program.invocations, { program, judge })

export const byRedirect =
  (judge: Judge<Redirect>): Find =>
  (program) =>
    spots(program.redirects, { program, judge })

export const byAssignment =
  (judge: Judge<Assigned>): Find =>
  (program) =>
    spots(program.assignments, { program, judge })

export const byAny =
  (...finds: Find[]): Find =>
  (program) =>
    finds.flatMap((find) => [...find(program)])

function spots<Part extends Range>(parts: Part[], { program, judge }: Judging<Part>): Spot[] {
  return parts.flatMap((part) => {
    const verdict = judge(part, program)
    if (!verdict) return []
    const more = verdict === true ? {} : typeof verdict === 'string' ? { severity: verdict } : verdict
    return [{ start: part.start, end: part.end, ...more }]
  })
}
