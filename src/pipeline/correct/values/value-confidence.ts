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

/**
 * How likely a found change is right: the share of such changes that passed tests they had not seen, measured on programs of language
 * models ([the bench](../../../../docs/reference/repair-bench.md)). Rivals are changes that pass the tests too and do something else.
 */
export function valueConfidence(
  { found, checks, bits, raised }: SearchedValues,
  { kinds, raising }: FoundValue,
): number {
  const hasRivals = found.some(({ behaviour }) => behaviour !== found[0]?.behaviour)
  const isTelling = bits >= TELLING_BITS && raising === 0
  if (kinds.length > 1) return isTelling && checks > 1 ? 0.5 : 0.1
  if (hasRivals) return checks > 1 ? 0.5 : 0.2
  if (kinds[0] === 'helper' && bits >= SOME_BITS) return 0.9
  const isRepeated = bits >= TELLING_BITS && checks >= MANY_CHECKS && raising < SOME_RAISE
  if (raised !== '' && isRepeated && kinds[0] !== 'left out') return AFTER_ERROR_CHECKED
  if (isTelling && raised !== '') return AFTER_ERROR
  if (isTelling) return checks > 1 ? 0.9 : 0.8
  return checks > 1 ? 0.5 : 0.25
}
