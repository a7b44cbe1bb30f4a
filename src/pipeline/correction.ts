import type { StopReason, TriedCandidate } from '../contract/run.ts'

/** The program that the next attempt runs. */
export interface Correction {
  code: string
  diff: string
  /** A rule by its id, or `model`. */
  strategy: string
  why: string
  /** The best first. */
  tried: TriedCandidate[]
}

/** There is no next attempt, and why. */
export interface NoCorrection {
  reason: StopReason
  text: string
  tried: TriedCandidate[]
}
