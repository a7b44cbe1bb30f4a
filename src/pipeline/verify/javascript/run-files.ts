import type { Work } from './make-cases.ts'
import { type PlayedTests, playedTests } from './played-tests.ts'
import { doInSandbox } from './sandbox-job.ts'

export interface FilesToRun {
  /** Contents by name, in the order in which they are run. */
  files: Readonly<Record<string, string>>
  /** Cases that run without mutants: file and name. */
  outside: readonly string[]
  /** The case among them that starts the program. */
  mainCase?: string | undefined
  /** Whether to find all cases that detect a mutant, not just the first. */
  isMatrix: boolean
  /** Whether some of the files are tests that we did not write. */
  hasForeign: boolean
  /** Number of runs, in fresh processes, with other time and chance. */
  runs: number
}

const LEAST_MS = 500
/** Time for the work that follows. */
const SPARE_MS = 1000

/** The results of test files in the sandbox; undefined when there are none. */
export async function runFiles(
  { plan, program, runInSandbox, signal }: Work,
  wanted: FilesToRun,
): Promise<PlayedTests | undefined> {
  const { files, ...how } = wanted
  const { exports, names, isCommonJs } = program
  const hidden = names.filter(
    (name) => name !== 'module' && !exports.has(name) && !(isCommonJs && exports.has('module.exports')),
  )
  const mutation = plan.options.mutation !== false
  const job = { kind: 'test', files: Object.keys(files), hidden, mutation, ...how } as const
  const budgetMs = Math.max(LEAST_MS, plan.deadline - performance.now() - SPARE_MS)
  return doInSandbox({ plan, program, job, budgetMs, tests: files, answer: playedTests }, runInSandbox, signal)
}
