import type { Diagnosis } from '../contract/diagnosis.ts'
import type { ProgramTest, TestEnd } from '../contract/run.ts'
import type { RepairMode } from '../contract/run-options.ts'
import type { Facts } from '../language/language.ts'
import type { Correction } from './correction.ts'
import type { Executed, Execution } from './execution.ts'
import type { Quality } from './quality.ts'
import type { Raised } from './verify/raised.ts'

/** An attempt that failed, or did not pass a test. */
export interface Failure extends Execution {
  executed: Executed
  /** The test that the program did not pass, when it ended well. */
  failedTest?: TestEnd | undefined
  /** The error that ended that test. */
  raised?: Raised | undefined
  /** Tests of the request that a program has to pass. */
  tests: readonly ProgramTest[]
  /** The purpose of the program, when the request has it. */
  task: string | undefined
  quality: Quality
}

/** The diagnosis of a failure, and the facts about it. */
export interface Diagnosed {
  diagnosis: Diagnosis
  /** Empty when no probe could be sent, or it found nothing. */
  facts: Partial<Facts>
}

/** A failure with its diagnosis. */
export interface Understood extends Failure, Diagnosed {
  /** The attempts of this block before this one. */
  earlier: readonly PastAttempt[]
  /** The correction that led to the program of this attempt; absent for the original program. */
  made?: Correction | undefined
  /** How far a correction may go. */
  repair: RepairMode
  /** A correction that is less likely to be right than this is only suggested. */
  leastConfidence: number
  /** Whether the next attempt is the last one. */
  isLastChance: boolean
}

/** An attempt that failed. */
export interface PastAttempt {
  code: string
  /** Absent when diagnosing is off. */
  diagnosis: Diagnosis | undefined
  /** The correction that led to its code; absent for the original program. */
  correction: Correction | undefined
}
