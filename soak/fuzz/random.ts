export interface Random {
  /** A number of at least 0, and below 1. */
  next(): number
  /** A whole number of at least 0, and below the given one. */
  below(most: number): number
  between(least: number, most: number): number
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
  bytes(count: number): Buffer
}

/**
 * The same numbers for the same seed and the same request, no matter what was drawn for others: one request can be made again
 * alone.
 */
export function randomOf(seed: number, request: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(request + 1, 0x85ebca6b)) >>> 0
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (most: number) => Math.floor(next() * most)
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (share) => next() < share,
    pick: (from) => from[below(from.length)] as never,
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
  }
}
