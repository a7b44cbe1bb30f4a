import { distanceOf } from '../likely-names.ts'

/** How surely two names mean the same thing though they are spelt differently, from 0 to 1: their words are compared, not their letters. */
export function alikeness(wanted: string, known: string, about = ''): number {
  const [one, other] = [wordsOf(wanted), wordsOf(known)]
  if (one.length === 0 || other.length === 0) return 0
  if (one.join('') === other.join('')) return 0.95
  const topic = wordsOf(about)
  const without = (words: string[]) => words.filter((word) => !topic.includes(word))
  // `museum_name` of the table `museum` is its `name`, and the other way round.
  if (topic.length > 0 && without(one).length > 0 && without(one).join('') === without(other).join('')) return 0.9
  if (isShortOf(one, other) || isShortOf(other, one)) return 0.75
  if (isInitial(one, other) || isInitial(other, one)) return 0.8
  return partness(one, other)
}

/**
 * Whether a name may be a slip of the hand for another: `concert_date` is not, of `concert_name`, and neither are other words for it, nor the
 * same words in another style, such as `haspet` for `has_pet`.
 */
export function isSlip(wrong: string, name: string): boolean {
  if (alikeness(wrong, name) >= 0.4) return false
  const [one, other] = [wordsOf(wrong), wordsOf(name)]
  if (one.length !== other.length) return distanceOf(wrong.toLowerCase(), name.toLowerCase(), 2) <= 1
  if (one.length < 2) return true
  const changed = one.flatMap((word, index) => (word === other[index] ? [] : [[word, other[index] ?? ''] as const]))
  return (
    changed.length !== 1 || changed.every(([word, meant]) => distanceOf(word, meant, 3) <= (word.length <= 4 ? 1 : 2))
  )
}

/** The same words in another style: `haspet` for `has_pet`. */
export const isStyle = (wrong: string, name: string): boolean =>
  wrong !== name && lettersOf(wrong) !== '' && lettersOf(wrong) === lettersOf(name)

const lettersOf = (name: string): string => name.replace(/[_\s-]/g, '').toLowerCase()

/** `Stu_ID` for `student_id`: each word is the beginning of the other. */
const isShortOf = (short: string[], long: string[]): boolean =>
  short.length === long.length &&
  short.every((word, index) => word === long[index] || (word.length >= 3 && (long[index] ?? '').startsWith(word)))

/** `fname` for `first_name`. */
const isInitial = (short: string[], [first = '', ...rest]: string[]): boolean =>
  rest.length > 0 && short.join('') === first.slice(0, 1) + rest.join('')

/** `area` for `SurfaceArea`, `car_makers` for `makers`: all words of one are in the other. The last word says most. */
function partness(one: string[], other: string[]): number {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one]
  if (few.length === many.length || !few.every((word) => word.length > 2 && many.includes(word))) return 0
  return (few.at(-1) === many.at(-1) ? 0.6 : 0.45) - 0.05 * (many.length - few.length - 1)
}

/** Words of a name in small letters and in the singular. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
    .map(singular)

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:s|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word
}
