import { editDistance } from '../../contract/edit-distance.ts'
import { lettersOf, nearNames, type Spelling } from '../../contract/near-names.ts'

/** A changed letter counts one; these slips of the hand are likelier. */
export const SLIPS = { lost: 0.9, swapped: 0.8 }

const lower = (name: string): string => name.toLowerCase()

/** Of languages that do not care for case. */
const SPELLING: Spelling = {
  slips: SLIPS,
  plain: lower,
  // Letters in another order are the same letters, even if the first one moved.
  extra: (wrong, name) =>
    lower(wrong)[0] === lower(name)[0] || lettersOf(lower(wrong)) === lettersOf(lower(name)) ? 0 : 0.5,
  most: ({ length }) => (length <= 3 ? 1 : length <= 7 ? 2 : 3),
}

/** Names that the author of `wrong` may have meant, the nearest first; at most three. */
export function likelyNames(wrong: string, names: Iterable<string>): { name: string; sureness: number }[] {
  if (wrong.length < 2) return []
  return nearNames(wrong, names, SPELLING)
    .slice(0, 3)
    .map(({ name, distance }, index) => ({
      name,
      // The same slip says less about a short name than about a long one.
      sureness: Math.max(0.05, 0.98 - (0.6 * distance) / wrong.length - 0.12 * index),
    }))
}

/** A distance above `most` is not exact. */
export const distanceOf = (one: string, other: string, most: number): number =>
  editDistance(one, other, { ...SLIPS, most })
