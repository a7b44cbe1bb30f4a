import type { FoundValue, SearchedValues } from './searched-values.ts'

/** Values that a wrong program hardly gives by chance. */
const TELLING_BITS = 8
const SOME_BITS = 4
/** Of finds without a rival for programs that raised: with two checks or fewer, 4 of 6 passed tests they had not seen. */
const AFTER_ERROR = 0.7
/** With three checks or more, where nothing was left out: 28 of 29. */
const AFTER_ERROR_CHECKED = 0.85
const MANY_CHECKS = 3
/** Inputs like those of the tests may be none that the program has to take, so that the right one raises for some as well. */
const SOME_RAISE = 0.3

/** The code alone tells of such a fault: a function that nothing defines, or a result that gets lost. */
const EVIDENT: ReadonlySet<string> = new Set(['helper', 'lost result'])

/** A change of a likely kind in a suspicious place. */
const LIKELY = 0.5
/** Of such finds without a rival, 57 of 57 were right with three checks or more; with fewer, which a number may pass by chance, 8 of 10. */
const LIKELY_CHECKED = 0.95
/** Of unlikely ones 5 of 8, of those with a rival 13 of 23, and of two changes 13 of 24. */
const UNLIKELY = 0.5

/**
 * How likely a found change is right: the share of such changes that passed tests they had not seen, measured on programs of language
 * models ([the bench](../../../../docs/reference/repair-bench.md)). Rivals are changes that pass the tests too and do something else.
 */
export function valueConfidence(
  { found, checks, bits, raised }: SearchedValues,
  { kinds, raising, behaviour }: FoundValue,
): number {
  const score = Math.max(
    ...found.filter((each) => each.behaviour === behaviour).map((each) => each.score ?? Number.NaN),
  )
  const hasRivals = found.some(({ behaviour }) => behaviour !== found[0]?.behaviour)
  if (raised !== '' && !Number.isNaN(score)) {
    if (kinds.length > 1 || hasRivals || score < LIKELY) return UNLIKELY
    return checks >= MANY_CHECKS ? LIKELY_CHECKED : AFTER_ERROR
  }
  const isTelling = bits >= TELLING_BITS && raising === 0
  if (kinds.length > 1) return isTelling && checks > 1 ? 0.5 : 0.1
  if (hasRivals) return checks > 1 ? 0.5 : 0.2
  if (EVIDENT.has(kinds[0] ?? '') && bits >= SOME_BITS) return 0.9
  const isRepeated = bits >= TELLING_BITS && checks >= MANY_CHECKS && raising < SOME_RAISE
  if (raised !== '' && isRepeated && kinds[0] !== 'left out') return AFTER_ERROR_CHECKED
  if (isTelling && raised !== '') return AFTER_ERROR
  if (isTelling) return checks > 1 ? 0.9 : 0.8
  return checks > 1 ? 0.5 : 0.25
}
