/** Words without their order, endings and fillers: the same advice in other words is near. */
export function wordsIn(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  return new Set(words.filter((word) => !FILLERS.has(word)).map((word) => word.replace(/(ing|es|ed|s)$/, '')))
}

/** From 0 to 1: the share of words that both have. */
export function likeness(one: string, other: string): number {
  const [left, right] = [wordsIn(one), wordsIn(other)]
  if (left.size === 0 && right.size === 0) return 1
  const common = [...left].filter((word) => right.has(word)).length
  return common / (left.size + right.size - common)
}

const DENIALS = /\b(not|never|no|don['’]?t|avoid|without|instead of|stop)\b/i

/** Whether one of two texts says the opposite of the other: much the same words, and a denial in one of them. */
export const isOpposite = (one: string, other: string): boolean =>
  DENIALS.test(one) !== DENIALS.test(other) &&
  likeness(one.replace(DENIALS, ''), other.replace(DENIALS, '')) >= OPPOSITE

const OPPOSITE = 0.5
const FILLERS = new Set([
  'a',
  'an',
  'the',
  'is',
  'are',
  'of',
  'to',
  'in',
  'it',
  'its',
  'and',
  'or',
  'that',
  'this',
  'with',
])
