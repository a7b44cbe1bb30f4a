import type { StopReason, TriedCandidate } from '../contract/run.ts'
import type { Executed } from './execution.ts'

/** The program that the next attempt runs. */
export interface Correction {
  code: string
  diff: string
  /** A rule by its id, or `model`. */
  strategy: string
  why: string
  /** The best first. */
  tried: TriedCandidate[]
  /** What came of it on trial, when it was tried and all it printed is known: that was the attempt then. */
  executed?: Executed | undefined
}

/** There is no next attempt, and why. */
export interface NoCorrection {
  reason: StopReason
  text: string
  tried: TriedCandidate[]
}
