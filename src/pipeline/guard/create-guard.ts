import type { Finding } from '../../contract/finding.ts'
import type { GuardReport } from '../../contract/guard.ts'
import type { Stage } from '../stage.ts'
import type { AttemptDraft } from '../stages.ts'
import { type Dangers, type Program, rank } from './find-dangers.ts'
import type { Judge } from './policy.ts'
import { reportOf } from './report.ts'

export interface GuardParts {
  dangersOf(program: Program, signal?: AbortSignal): Promise<Dangers>
  /** Further findings of a model; none when it cannot be asked. */
  review?: ((program: Program, known: Dangers, signal?: AbortSignal) => Promise<Finding[]>) | undefined
}

/** Checks programs before they run. It advises and follows a policy; the sandbox is the wall. */
export function createGuard({ dangersOf, review }: GuardParts) {
  const report = async (
    program: Program,
    { judge, review: isReviewed }: { judge: Judge; review: boolean },
    signal?: AbortSignal,
  ): Promise<GuardReport> => {
    const dangers = await dangersOf(program, signal)
    const added = isReviewed && review ? await review(program, dangers, signal) : []
    return reportOf(program, withMore(dangers, added), judge)
  }
  const stage: Stage<AttemptDraft, GuardReport> = async (draft, { emit, signal, cause }) => {
    const { block, attempt, code, language, quality } = draft
    const { judge = () => 'warn' as const, review: isReviewed } = quality
    const guarded = await report({ code, language: language.id }, { judge, review: isReviewed }, signal)
    const { language: _, ...told } = guarded
    emit({ type: 'code.guarded', block, attempt, ...told, cause })
    return guarded
  }
  return { report, stage, inspect }

  /** The reason why a correction must not be made: it adds a danger that the program did not have. */
  async function inspect(
    { before, after, language }: { before: string; after: string; language: string },
    judge: Judge,
    signal?: AbortSignal,
  ): Promise<string | undefined> {
    const [was, is] = await Promise.all([
      dangersOf({ code: before, language }, signal),
      dangersOf({ code: after, language }, signal),
    ])
    const count = (findings: readonly Finding[], rule: string) => findings.filter((each) => each.rule === rule).length
    const worse = is.findings.find((finding) => {
      const isGrave = rank(finding.severity) >= rank('high') || judge(finding) === 'block'
      return isGrave && count(is.findings, finding.rule) > count(was.findings, finding.rule)
    })
    return worse && `it brings a danger (${worse.rule}): ${worse.message}`
  }
}

/** A model adds findings; it never removes those of rules. */
function withMore(dangers: Dangers, added: readonly Finding[]): Dangers {
  if (added.length === 0) return dangers
  const findings = [...dangers.findings, ...added].sort(
    (a, b) => rank(b.severity) - rank(a.severity) || a.line - b.line,
  )
  return { ...dangers, findings }
}
