import type { Diagnosis } from '../contract/diagnosis.ts'
import type { ProgramTest, TestEnd } from '../contract/run.ts'
import type { Facts } from '../language/language.ts'
import type { Correction } from './correction.ts'
import type { Executed, Execution } from './execution.ts'
import type { Quality } from './quality.ts'

/** An attempt that did not do what it should. */
export interface Failure extends Execution {
  executed: Executed
  /** The test that it did not pass, when it ended well. */
  failedTest?: TestEnd | undefined
  /** Tests of the request that a program has to pass. */
  tests: readonly ProgramTest[]
  /** What the program is meant to do, when that was told. */
  task: string | undefined
  quality: Quality
}

/** What is known about a failure. */
export interface Diagnosed {
  diagnosis: Diagnosis
  /** Empty when a probe could not be sent, or brought nothing. */
  facts: Partial<Facts>
}

/** A failure that was looked into. */
export interface Understood extends Failure, Diagnosed {
  /** The attempts of this block before it. */
  earlier: readonly PastAttempt[]
  /** Whether the attempt that a correction leads to is the last one. */
  isLastChance: boolean
}

/** An attempt that failed. */
export interface PastAttempt {
  code: string
  /** Absent where nothing diagnoses. */
  diagnosis: Diagnosis | undefined
  /** What led to its code; absent for the program as it came. */
  correction: Correction | undefined
}
