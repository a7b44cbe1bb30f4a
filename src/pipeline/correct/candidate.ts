import type { Executed } from '../execution.ts'

/** A whole program that might be the repaired one, and the changes that made it. */
export interface Candidate {
  code: string
  /** The changes in the order they were made: several when one fault hid another. */
  steps: Step[]
  /** How likely the candidate is to be right, for ordering only. */
  score: number
  /** The result of the candidate's trial, when the program exited cleanly. */
  executed?: Executed
  /** How likely the candidate is to be right, where its author has measured that. */
  confidence?: number
  /** The candidate got further than the program, and fails there. */
  isKnownToFail?: boolean
}

export interface Step {
  strategy: string
  why: string
  /** The assumption of a bold step. */
  assumption?: string
  /** Fingerprint of the failure that the step answers. */
  fingerprint: string
}

export const strategyOf = ({ steps }: Candidate): string =>
  [...new Set(steps.map(({ strategy }) => strategy))].join(' + ')

export const whyOf = ({ steps }: Candidate): string => steps.map(({ why }) => why).join('; then ')

/** Undefined when every step is safe. */
export const assumptionOf = ({ steps }: Pick<Candidate, 'steps'>): string | undefined =>
  [...new Set(steps.flatMap(({ assumption }) => assumption ?? []))].join('; ') || undefined

/** A candidate's description in events. Two different programs may have the same description. */
export const told = (candidate: Candidate) => {
  const assumption = assumptionOf(candidate)
  return { strategy: strategyOf(candidate), why: whyOf(candidate), ...(assumption && { assumption }) }
}
