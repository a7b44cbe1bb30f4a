import type { FoundValue, SearchedValues } from './searched-values.ts'

const MOST_BITS = 40
const MOST_MARGIN = 3
const LEAST_MARGIN = -2

/**
 * All that the confidence in a found change depends on, by name. Rivals are finds that do something else; several finds that do the same
 * speak for each other.
 */
export function findFeatures({ found, checks, bits, raised }: SearchedValues, one: FoundValue): Record<string, number> {
  const others = found.filter(({ behaviour }) => behaviour !== one.behaviour)
  const best = Math.max(...found.filter(({ behaviour }) => behaviour === one.behaviour).map(({ score }) => score))
  const rival = Math.max(0, ...others.map(({ score }) => score))
  const margin = rival === 0 ? 0 : Math.log(Math.max(best, 1e-3) / rival)
  return {
    bits: Math.min(MOST_BITS, bits) / 10,
    checks: Math.log(Math.max(1, checks)),
    rivals: Math.log(1 + new Set(others.map(({ behaviour }) => behaviour)).size),
    margin: Math.min(MOST_MARGIN, Math.max(LEAST_MARGIN, margin)),
    ways: Math.log(found.length - others.length),
    raising: one.raising,
    varied: one.varied,
    second: Number(one.kinds.length > 1),
    raised: Number(raised !== ''),
    ...Object.fromEntries([...new Set(one.kinds)].map((kind) => [`of ${kind}`, 1])),
  }
}
