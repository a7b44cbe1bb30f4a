import { nameDistance, nearNames, plainName, type Spelling } from '../../../contract/near-names.ts'
import { SLIPS } from '../likely-names.ts'

const SPELLING: Spelling = {
  slips: SLIPS,
  plain: (name) => name.toLowerCase(),
  // Case and underscores are habits of writing, and count half a letter.
  sameWords: (wrong, name) => (plainName(wrong) === plainName(name) ? 0.5 : undefined),
  // A class and a variable may differ only in the case of their first letter.
  extra: ([first = ''], [other = '']) => (first !== other && first.toLowerCase() === other.toLowerCase() ? 0.3 : 0),
  /** Short names are similar to everything: they may differ in one letter, and the shortest in none. */
  most(wrong, name) {
    const length = Math.min(wrong.length, name.length)
    if (length <= 2) return 0.5
    return length <= 4 ? 1 : length <= 8 ? 2 : 3
  },
}

/** The names most like a wrong one, the most alike first; none when all are too far from it. */
export const nearest = (wrong: string, names: Iterable<string>): string[] =>
  nearNames(wrong, names, SPELLING).map(({ name }) => name)

export const distanceOf = (one: string, other: string): number => nameDistance(one, other, SPELLING)
