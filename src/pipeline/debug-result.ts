import type { DebugResult } from '../contract/repair.ts'
import type { RunResult } from '../contract/run.ts'
import { unifiedDiff } from './unified-diff.ts'

/** The answer to "this program failed with that error": a short form of a run that began from the failure. */
export function debugResultOf(run: RunResult, { code, fileName }: { code: string; fileName: string }): DebugResult {
  const block = run.blocks[0]
  const attempts = block?.attempts ?? []
  const assumptions = attempts.flatMap(({ assumption }) => assumption ?? [])
  const repaired = run.outcome === 'ok'
  const final = repaired ? (run.finalCode ?? code) : code
  const { error } = attempts[0] ?? {}
  const { confidence } = attempts.at(-1) ?? {}
  return {
    runId: run.runId,
    repaired,
    code: final,
    ...(final !== code && { diff: unifiedDiff(code, final, fileName) }),
    explanation: block?.explanation ?? run.error?.message ?? 'Nothing is known about this failure.',
    ...(error && { diagnosis: error }),
    ...(assumptions.length > 0 && repaired && { assumption: assumptions.join('; ') }),
    ...(repaired && confidence !== undefined && { confidence }),
    ...(block?.suggestion && { suggestion: block.suggestion }),
    strategies: attempts.flatMap(({ strategy }) => strategy ?? []),
    tried: attempts.flatMap(({ tried = [] }) => tried),
  }
}
