import type { StopReason, TriedCandidate } from '../contract/run.ts'
import type { Suggestion } from '../contract/suggestion.ts'
import type { Executed } from './execution.ts'

/** The program that the next attempt runs. */
export interface Correction {
  code: string
  diff: string
  /** A rule by its id, or `model`. */
  strategy: string
  why: string
  /** The assumption of a bold change. */
  assumption?: string
  /** From 0 to 1: how likely the change is to be right. Absent for a change that is known to fail further on. */
  confidence?: number
  /** The best first. */
  tried: TriedCandidate[]
  /** The result of the trial, when the program was tried and all its output is known: the trial then stands for the attempt. */
  executed?: Executed | undefined
}

/** The reason why there is no next attempt. */
export interface NoCorrection {
  reason: StopReason
  text: string
  tried: TriedCandidate[]
  /** A change that makes the program run, but is too likely to be wrong. */
  suggestion?: Suggestion
}
