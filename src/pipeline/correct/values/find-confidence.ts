import { findFeatures } from './find-features.ts'
import { FIND_WEIGHTS } from './find-weights.ts'
import type { FoundValue, SearchedValues } from './searched-values.ts'

/** How likely a change that the search found in Python is right, from 0 to 1, estimated from finds that were judged by tests they had not seen. */
export function findConfidence(
  searched: SearchedValues,
  one: FoundValue,
  weights: Readonly<Record<string, number>> = FIND_WEIGHTS,
): number {
  const sum = Object.entries(findFeatures(searched, one)).reduce(
    (total, [name, value]) => total + value * (weights[name] ?? 0),
    weights.base ?? 0,
  )
  return Math.round(100 / (1 + Math.exp(-sum))) / 100
}
