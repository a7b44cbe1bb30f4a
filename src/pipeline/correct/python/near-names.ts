import {
  lettersOf,
  type NearName,
  nearNames as nearestOf,
  plainName,
  type Spelling,
} from '../../../contract/near-names.ts'

const SPELLING: Spelling = {
  slips: { swapped: 0.8, changed: changeCost },
  sameWords: (wanted, name) => (areSameWords(wanted, name) ? CASE_COST : undefined),
  most: (wanted, name) => mostDistance(Math.min(wanted.length, name.length)),
  likeness(distance, wanted, name) {
    if (areSameWords(wanted, name)) return 0.97
    const isLetterLost = wanted.length > 2 && (areSameLetters(wanted, name) || distance <= 1)
    return Math.min(0.96, 1 - distance / Math.max(wanted.length, name.length) + (isLetterLost ? 0.05 : 0))
  },
}

const isMixed = (wanted: string, name: string): boolean => !areSameWords(wanted, name) && areSameLetters(wanted, name)

/** With few names to choose from, short ones may differ by a letter too, and letters may stand in any order. */
const LOOSE: Spelling = {
  ...SPELLING,
  sameWords: (wanted, name) => (isMixed(wanted, name) ? 1 : SPELLING.sameWords?.(wanted, name)),
  most: (wanted, name) => Math.max(1, SPELLING.most(wanted, name)),
  likeness: (distance, wanted, name) =>
    isMixed(wanted, name) ? 0.85 : (SPELLING.likeness?.(distance, wanted, name) ?? 0),
}

/** Names that the author of `wanted` may have meant, the likeliest first. */
export const nearNames = (wanted: string, names: Iterable<string>, { isLoose = false } = {}): NearName[] =>
  nearestOf(wanted, names, isLoose ? LOOSE : SPELLING)

/** `camelCase`, `snake_case` and `CAPITALS` of the same words are one. */
const areSameWords = (wanted: string, name: string): boolean => plainName(wanted) === plainName(name)
const areSameLetters = (wanted: string, name: string): boolean => lettersOf(wanted) === lettersOf(name)

const mostDistance = (length: number): number => (length < 3 ? 0.9 : length < 5 ? 1 : length < 9 ? 2 : 3)

const NEIGHBOUR_COST = 0.9
const CASE_COST = 0.3

const ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

function areNeighbours(a: string, b: string): boolean {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()]
  const [rowX, rowY] = [ROWS.findIndex((row) => row.includes(x)), ROWS.findIndex((row) => row.includes(y))]
  if (rowX === -1 || rowY === -1 || Math.abs(rowX - rowY) > 1) return false
  return Math.abs((ROWS[rowX] ?? '').indexOf(x) - (ROWS[rowY] ?? '').indexOf(y)) <= 1
}

function changeCost(x: string, y: string): number {
  if (x.toLowerCase() === y.toLowerCase()) return CASE_COST
  return areNeighbours(x, y) ? NEIGHBOUR_COST : 1
}
