import type { TestOptions } from '../contract/test-report.ts'
import type { Judge } from './guard/policy.ts'

/** What is looked at around the executions of one run. */
export interface Quality {
  /** What is done about dangers; absent when nobody looks for them. */
  judge?: Judge | undefined
  /** Whether the model looks for dangers too. */
  review: boolean
  analysis: boolean
  performance: boolean
  /** Absent when no tests are wanted. */
  tests?: TestOptions | undefined
}

export const NO_QUALITY: Quality = { review: false, analysis: false, performance: false }
