/** Weights of a logistic model; `bench/repair/calibrate.ts` fits them to measured repairs. */
export interface ConfidenceWeights {
  base: number
  strategies: Readonly<Record<string, number>>
  evidence: Readonly<Record<string, number>>
  languages: Readonly<Record<string, number>>
  doubted: number
  /** The weight of each fault beyond the first, in a repair that no test supports. */
  chained: number
  /** The weight of the logarithm of one more than their number. */
  failedBefore: number
  rivals: number
}
