import type { TestOptions } from '../contract/test-report.ts'
import type { Judge } from './guard/policy.ts'

/** The checks around the executions of one run. */
export interface Quality {
  /** Decides about dangers; absent when the guard is off. */
  judge?: Judge | undefined
  /** Whether the model reviews the program for dangers too. */
  review: boolean
  analysis: boolean
  performance: boolean
  /** Absent when the request wants no tests. */
  tests?: TestOptions | undefined
}

export const NO_QUALITY: Quality = { review: false, analysis: false, performance: false }
