import type { Executed } from '../execution.ts'
import type { Remembered } from './strategy.ts'

/** A whole program that might be the repaired one, and the changes that made it. */
export interface Candidate {
  code: string
  /** The changes in the order they were made: several when one fault hid another. */
  steps: Step[]
  /** How likely the candidate is to be right, for ordering only. */
  score: number
  /** The result of the candidate's trial, when the program exited cleanly. */
  executed?: Executed
  /** The number of examples in docstrings of the program that it gave as they are told. */
  examples?: number
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
  /** The remembered repair that proposed the change too. */
  remembered?: Remembered
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
  const detail = candidate.examples ? examplesToldAs(candidate.examples) : undefined
  return {
    ...{ strategy: strategyOf(candidate), why: whyOf(candidate) },
    ...(assumption && { assumption }),
    ...(detail && { detail }),
  }
}

/** The words about a program that keeps what its docstrings say; the number is read back by `examplesIn`. */
const examplesToldAs = (kept: number): string => `gives ${kept} of its own examples`

export const examplesIn = (detail: string | undefined): number =>
  Number(/^gives (\d+) of its own examples/.exec(detail ?? '')?.[1] ?? 0)
