import type { FoundValue, SearchedValues } from './searched-values.ts'

/** Values that a wrong program hardly gives by chance. */
const TELLING_BITS = 8
const SOME_BITS = 4
/** The search looks for wrong values. Of programs that raised, 4 of 6 finds with telling tests passed tests they had not seen. */
const AFTER_ERROR = 0.7

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
  if (isTelling && raised !== '') return AFTER_ERROR
  if (isTelling) return checks > 1 ? 0.9 : 0.8
  return checks > 1 ? 0.5 : 0.25
}
