import type { Outcome, RunRequest } from '../contract/run.ts'
import type { Correction } from './correction.ts'
import type { Draft } from './draft.ts'
import type { Executed } from './execution.ts'
import type { PastAttempt } from './failure.ts'

/** The story of one block, from the program that came to the last one that ran. */
export interface BlockStory {
  /** The program as it came. */
  draft: Draft
  outcome: Outcome
  /** The program that ran well; the one that came when none did. */
  finalCode: string
  /** The attempts that failed, in order. */
  past: readonly PastAttempt[]
  /** The correction that led to the last attempt. */
  correction?: Correction | undefined
  /** The result of the last execution; absent when none was allowed. */
  executed?: Executed | undefined
}

/** The story of a run, for the stages that learn from it. */
export interface RunStory {
  runId: string
  userId: string
  request: RunRequest
  outcome: Outcome
  /** Whether the programs ran in a session, and so may need its state. */
  isInSession: boolean
  /** Blocks that ended; a block that an error of the engine ended is not among them. */
  blocks: readonly BlockStory[]
}
