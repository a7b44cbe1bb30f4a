import type { Executed } from '../execution.ts'

/** A whole program that might be the repaired one, and how it came about. */
export interface Candidate {
  code: string
  /** In the order they were made: several when one fault hid another. */
  steps: Step[]
  /** How likely it is to be right, for ordering only. */
  score: number
  /** What came of it when it was tried and ended clean. */
  executed?: Executed
}

export interface Step {
  strategy: string
  why: string
  /** Of the failure that it answers. */
  fingerprint: string
}

export const strategyOf = ({ steps }: Candidate): string =>
  [...new Set(steps.map(({ strategy }) => strategy))].join(' + ')

export const whyOf = ({ steps }: Candidate): string => steps.map(({ why }) => why).join('; then ')

/** How a candidate is told. Two may read alike and be different programs: this does not tell them apart. */
export const told = (candidate: Candidate) => ({ strategy: strategyOf(candidate), why: whyOf(candidate) })
