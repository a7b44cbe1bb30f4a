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
  if (areInitials(wanted, other) || areInitials(known, one)) return 0.85
  const part = partness(one, other)
  const [first, second] = [stems(one, topic), stems(other, topic)]
  const isBag = first.length > 0 && first.toSorted().join(' ') === second.toSorted().join(' ')
  return Math.max(
    part,
    isBag ? 0.7 : partness(first, second) - 0.1,
    isCompound(one, known) || isCompound(other, wanted) ? 0.42 : 0,
  )
}

/**
 * Whether a name may be a slip of the hand for another: `concert_date` is not, of `concert_name`, and neither are other words for it, nor the
 * same words in another style, such as `haspet` for `has_pet`.
 */
export function isSlip(wrong: string, name: string): boolean {
  const alike = alikeness(wrong, name)
  if (alike < 0.95 && isOneLetter(wrong, name)) return true
  if (alike >= 0.4) return false
  const [one, other] = [wordsOf(wrong), wordsOf(name)]
  if (one.length !== other.length) return distanceOf(wrong.toLowerCase(), name.toLowerCase(), 2) <= 1
  if (one.length < 2) return true
  const changed = one.flatMap((word, index) => (word === other[index] ? [] : [[word, other[index] ?? ''] as const]))
  return (
    changed.length !== 1 || changed.every(([word, meant]) => distanceOf(word, meant, 3) <= (word.length <= 4 ? 1 : 2))
  )
}

/** A letter too many, too few or another in a long name, or one that is doubled: `order_dat`, `fulname` for `full_name`, `cityy`. */
export function isOneLetter(wrong: string, name: string): boolean {
  const [one, other] = [lettersOf(wrong), lettersOf(name)]
  const isDoubled = one.replace(/(.)\1/g, '$1') === other.replace(/(.)\1/g, '$1')
  return one !== other && (isDoubled || (one.length > 5 && distanceOf(one, other, 2) <= 1))
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

/** `mpg` for `miles_per_gallon`. */
const areInitials = (short: string, words: string[]): boolean =>
  words.length > 2 && words.map((word) => word[0]).join('') === short.toLowerCase()

/** Words that schemas use for one another; the first stands for all. */
const SYNONYMS = new Map(
  [
    ['number', 'num', 'no', 'nr', 'count', 'qty', 'quantity', 'amount', 'total', 'sum'],
    ['sex', 'gender'],
    ['phone', 'telephone', 'tel'],
    ['name', 'title'],
    ['last', 'family', 'sur'],
    ['type', 'kind', 'category'],
    ['date', 'day', 'time'],
    ['price', 'cost', 'fee'],
    ['average', 'avg', 'mean'],
    ['minimum', 'min', 'lowest'],
    ['maximum', 'max', 'highest'],
    ['country', 'nation'],
    ['salary', 'wage', 'pay', 'income'],
    ['description', 'desc', 'detail'],
    ['customer', 'client'],
    ['employee', 'staff', 'worker'],
    ['teacher', 'instructor'],
    ['film', 'movie'],
    ['location', 'place', 'address'],
  ].flatMap(([first = '', ...others]) => [first, ...others].map((word) => [word, first] as const)),
)
const IDLE = new Set(['of', 'the', 'a', 'in', 'is', 'for'])

/** The words that count, without their endings, and each as the one that stands for its synonyms. */
const stems = (words: string[], topic: string[]): string[] => {
  const own = words.filter((word) => !IDLE.has(word) && !topic.includes(word))
  return (own.length > 0 ? own : words).map((word) => stem(SYNONYMS.get(word) ?? word))
}

const stem = (word: string): string => (word.length > 5 ? word.replace(/(?:ing|ed|es|e)$/, '') : word.replace(/e$/, ''))

/** `language` for `countrylanguage`: a word that begins or ends a name without a sign between its words. */
const isCompound = (words: string[], name: string): boolean => {
  const [word = '', ...others] = words
  const letters = wordsOf(name)
  const [whole = ''] = letters
  const isIn = whole.endsWith(word) || whole.startsWith(word)
  return others.length === 0 && letters.length === 1 && word.length > 3 && whole.length >= word.length + 3 && isIn
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
