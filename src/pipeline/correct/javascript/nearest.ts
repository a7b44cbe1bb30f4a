/** The names most like a wrong one, the most alike first; none when all are too far from it. */
export function nearest(wrong: string, names: Iterable<string>): string[] {
  const found: { name: string; distance: number }[] = []
  for (const name of new Set(names)) {
    const distance = name === wrong ? Number.POSITIVE_INFINITY : distanceOf(wrong, name)
    if (distance <= allowedFor(wrong, name)) found.push({ name, distance })
  }
  return found.sort((one, other) => one.distance - other.distance).map(({ name }) => name)
}

/** Short names are near to everything: they may differ in one letter, and only if something is left of them. */
function allowedFor(wrong: string, name: string): number {
  const length = Math.min(wrong.length, name.length)
  if (length <= 2) return 0.5
  return length <= 4 ? 1 : length <= 8 ? 2 : 3
}

const LONGEST = 60

/** Case and underscores are habits of writing. */
const plain = (name: string): string => name.toLowerCase().replaceAll('_', '')

/** Letters to add, drop, change or swap with their neighbour; a change of case counts half. */
export function distanceOf(one: string, other: string): number {
  if (plain(one) === plain(other)) return 0.5
  if (Math.abs(one.length - other.length) > 3 || Math.max(one.length, other.length) > LONGEST)
    return Number.POSITIVE_INFINITY
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swap =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? Number.POSITIVE_INFINITY) + 1 : change
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[b.length] ?? Number.POSITIVE_INFINITY
}
