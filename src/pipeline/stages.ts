import type { DetectedBlock } from '../contract/detect.ts'
import type { GuardReport } from '../contract/guard.ts'
import type { Spent } from '../contract/measure.ts'
import type { ProgramTest, RunRequest } from '../contract/run.ts'
import type { Correction, NoCorrection } from './correction.ts'
import type { Draft } from './draft.ts'
import type { Executed, Execution } from './execution.ts'
import type { Diagnosed, Failure, Understood } from './failure.ts'
import type { RunStory } from './run-story.ts'
import type { Stage } from './stage.ts'
import type { RanTest } from './verify/run-test.ts'

/** A draft that is about to be run. */
export type AttemptDraft = Draft & { attempt: number }

export type MeasuredDraft = AttemptDraft & { userId: string; spent: Spent }

/** One slot for each stage, in the order of the loop. An empty slot is passed over. */
export interface Stages {
  detect: Stage<RunRequest, DetectedBlock[]>
  /** Checks the first draft and every correction alike: a model's patch is as untrusted as the original. */
  guard?: Stage<AttemptDraft, GuardReport>
  /** Runs beside the execution. */
  analyze?: Stage<AttemptDraft, void>
  execute: Stage<Execution, Executed>
  /** Runs the tests of the request on a program that ended well; emits each, and stops at the first that fails. */
  test?: Stage<Execution & { tests: readonly ProgramTest[] }, RanTest[]>
  diagnose?: Stage<Failure, Diagnosed>
  correct?: Stage<Understood, Correction | NoCorrection>
  /** Compares time and memory with earlier runs of the same program. */
  measure?: Stage<MeasuredDraft, void>
  /** Generates tests for a program that ran well, and runs them. */
  verify?: Stage<Execution & Draft, void>
  /** Keeps working programs, and names known ones like them. */
  remember?: Stage<RunStory, void>
  /** Gives the story to everything that learns from runs. */
  feedback?: Stage<RunStory, void>
}
