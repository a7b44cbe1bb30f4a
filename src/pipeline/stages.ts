import type { GuardReport } from '../contract/guard.ts'
import type { Spent } from '../contract/measure.ts'
import type { DetectedBlock, Outcome, ProgramTest, RunRequest, TestEnd } from '../contract/run.ts'
import type { Language } from '../language/language.ts'
import type { Correction, NoCorrection } from './correction.ts'
import type { Executed, Execution } from './execution.ts'
import type { Diagnosed, Failure, Understood } from './failure.ts'
import type { Quality } from './quality.ts'
import type { Stage } from './stage.ts'

export interface Draft {
  block: number
  code: string
  language: Language
  /** With the input and files that are its own. */
  request: Execution['request']
  tests: readonly ProgramTest[]
  /** What it is meant to do, when that was told. */
  task: string | undefined
  quality: Quality
  /** What it wrote when it failed elsewhere; then it is not run first. */
  error?: string | undefined
}

/** A draft that is about to be run. */
export type AttemptDraft = Draft & { attempt: number }

export type MeasuredDraft = AttemptDraft & { userId: string; spent: Spent }

/** One slot for each stage, in the order of the loop. A slot that is empty is passed over. */
export interface Stages {
  detect: Stage<RunRequest, DetectedBlock[]>
  /** Sees the first draft and every correction alike: a model's patch is as untrusted as what came first. */
  guard?: Stage<AttemptDraft, GuardReport>
  /** Goes on beside the execution. */
  analyze?: Stage<AttemptDraft, void>
  execute: Stage<Execution, Executed>
  /** Tries the tests of the request on a program that ended well; tells each, and stops at the first that fails. */
  test?: Stage<Execution & { tests: readonly ProgramTest[] }, TestEnd[]>
  diagnose?: Stage<Failure, Diagnosed>
  correct?: Stage<Understood, Correction | NoCorrection>
  /** Compares what was spent with what the same program spent before. */
  measure?: Stage<MeasuredDraft, void>
  /** Makes tests for a program that ran well, and runs them. */
  verify?: Stage<Execution & Draft, void>
  remember?: Stage<Outcome, void>
  feedback?: Stage<Outcome, void>
}
