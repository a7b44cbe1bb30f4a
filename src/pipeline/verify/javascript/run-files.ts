import { doInBox } from './box-job.ts'
import type { Work } from './make-cases.ts'
import { type PlayedTests, playedTests } from './played-tests.ts'

export interface FilesToRun {
  /** By name, in the order in which they are run. */
  files: Readonly<Record<string, string>>
  /** Cases that no fault is tried on: file and name. */
  outside: readonly string[]
  /** The one of them that starts the program. */
  mainCase?: string | undefined
  /** Whether all cases that find a fault are wanted, not just the first. */
  isMatrix: boolean
  /** In fresh processes, with other time and chance. */
  runs: number
}

const LEAST_MS = 500
/** For whatever comes behind. */
const SPARE_MS = 1000

/** What comes of test files in the box; undefined when nothing does. */
export async function runFiles(
  { plan, program, runInBox, signal }: Work,
  wanted: FilesToRun,
): Promise<PlayedTests | undefined> {
  const { files, outside, mainCase, isMatrix, runs } = wanted
  const { exports, names, isCommonJs } = program
  const hidden = names.filter(
    (name) => name !== 'module' && !exports.has(name) && !(isCommonJs && exports.has('module.exports')),
  )
  const mutation = plan.options.mutation !== false
  const job = { kind: 'test', files: Object.keys(files), hidden, outside, mainCase, mutation, isMatrix, runs } as const
  const budgetMs = Math.max(LEAST_MS, plan.deadline - performance.now() - SPARE_MS)
  return doInBox({ plan, program, job, budgetMs, tests: files, answer: playedTests }, runInBox, signal)
}
