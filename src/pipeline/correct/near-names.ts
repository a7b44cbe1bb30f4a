import { editDistance } from '../../contract/edit-distance.ts'

/** Longer names are never recognizable misspellings of each other. */
const LONGEST = 64

/** A changed letter counts one; these slips of the hand are likelier. */
const LOST = 0.9
const SWAPPED = 0.8

/** Names that the author of `wrong` may have meant, the nearest first; at most three. */
export function nearNames(wrong: string, names: Iterable<string>): { name: string; sureness: number }[] {
  if (wrong.length < 2 || wrong.length > LONGEST) return []
  const written = wrong.toLowerCase()
  const most = wrong.length <= 3 ? 1 : wrong.length <= 7 ? 2 : 3
  const found: { name: string; distance: number }[] = []
  for (const name of new Set(names)) {
    if (name === wrong || Math.abs(name.length - wrong.length) > most) continue
    const distance =
      distanceOf(written, name.toLowerCase(), most) +
      (isSameStart(written, name) || hasSameLetters(written, name) ? 0 : 0.5)
    if (distance <= most) found.push({ name, distance })
  }
  found.sort((one, other) => one.distance - other.distance || one.name.localeCompare(other.name))
  return found.slice(0, 3).map(({ name, distance }, index) => ({
    name,
    // The same slip says less about a short name than about a long one.
    sureness: Math.max(0.05, 0.98 - (0.6 * distance) / wrong.length - 0.12 * index),
  }))
}

const isSameStart = (written: string, name: string): boolean => written[0] === name[0]?.toLowerCase()

/** Letters in another order are the same letters, even if the first one moved. */
const hasSameLetters = (written: string, name: string): boolean =>
  written.length === name.length && [...written].sort().join('') === [...name.toLowerCase()].sort().join('')

/** A distance above `most` is not exact. */
export const distanceOf = (one: string, other: string, most: number): number =>
  editDistance(one, other, { lost: LOST, swapped: SWAPPED, most })

/** A name without its case and style: `rowCount` and `row_count` are the same words. */
export const plainName = (name: string): string => name.replaceAll('_', '').toLowerCase()
