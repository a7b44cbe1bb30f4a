/** The cost of each kind of slip; one by default. */
export interface Slips {
  /** A letter too many or too few. */
  lost?: number
  /** Two neighbours in each other's place. */
  swapped?: number
  /** One letter for another. */
  changed?: (letter: string, other: string) => number
  /** A distance above this one is not exact, and found sooner. */
  most?: number
}

const ONE = () => 1

/** Damerau and Levenshtein's distance: letters added, left out, changed, or swapped with their neighbour. */
export function editDistance(
  one: string,
  other: string,
  { lost = 1, swapped = 1, changed = ONE, most = Number.POSITIVE_INFINITY }: Slips = {},
): number {
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, index) => index * lost)
  for (let row = 1; row <= one.length; row++) {
    const current = [row * lost]
    let nearest = row * lost
    for (let column = 1; column <= other.length; column++) {
      const [letter, wanted] = [one.charAt(row - 1), other.charAt(column - 1)]
      const kept = (above[column - 1] ?? 0) + (letter === wanted ? 0 : changed(letter, wanted))
      let best = Math.min(kept, (above[column] ?? 0) + lost, (current[column - 1] ?? 0) + lost)
      const isSwapped = column > 1 && letter === other[column - 2] && wanted === one[row - 2]
      if (isSwapped) best = Math.min(best, (before[column - 2] ?? 0) + swapped)
      current.push(best)
      nearest = Math.min(nearest, best)
    }
    if (nearest > most) return most + 1
    ;[before, above] = [above, current]
  }
  return above[other.length] ?? 0
}
