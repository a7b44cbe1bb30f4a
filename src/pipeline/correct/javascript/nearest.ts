import { distanceOf as lettersBetween, plainName } from '../near-names.ts'

const LONGEST = 60
const FURTHEST = 3

/** The names most like a wrong one, the most alike first; none when all are too far from it. */
export function nearest(wrong: string, names: Iterable<string>): string[] {
  const found: { name: string; distance: number }[] = []
  for (const name of new Set(names)) {
    const distance = name === wrong ? Number.POSITIVE_INFINITY : distanceOf(wrong, name)
    if (distance <= allowedFor(wrong, name)) found.push({ name, distance })
  }
  return found.sort((one, other) => one.distance - other.distance).map(({ name }) => name)
}

/** Short names are similar to everything: they may differ in one letter, and the shortest in none. */
function allowedFor(wrong: string, name: string): number {
  const length = Math.min(wrong.length, name.length)
  if (length <= 2) return 0.5
  return length <= 4 ? 1 : length <= 8 ? 2 : FURTHEST
}

/** Letters to add, drop, change or swap; case and underscores are habits of writing, and count half a letter. */
export function distanceOf(one: string, other: string): number {
  if (plainName(one) === plainName(other)) return 0.5
  const isFar = Math.abs(one.length - other.length) > FURTHEST || Math.max(one.length, other.length) > LONGEST
  if (isFar) return Number.POSITIVE_INFINITY
  // A class and a variable may differ only in the case of their first letter.
  const isOtherCase = one[0] !== other[0] && one[0]?.toLowerCase() === other[0]?.toLowerCase()
  return lettersBetween(one.toLowerCase(), other.toLowerCase(), FURTHEST) + (isOtherCase ? 0.3 : 0)
}
