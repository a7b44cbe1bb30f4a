/** The same seed gives the same numbers on every machine. */
export interface Random {
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number
  pick<T>(items: readonly T[]): T | undefined
  shuffle<T>(items: readonly T[]): T[]
}

export function randomOf(seed: string): Random {
  let state = hashOf(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), state | 1)
    const twice = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61))
    return (twice ^ (twice >>> 14)) >>> 0
  }
  const below = (limit: number) => next() % limit
  const shuffle = <T>(items: readonly T[]): T[] =>
    items
      .map((item) => ({ item, order: next() }))
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item)
  return { below, pick: (items) => items[below(Math.max(1, items.length))], shuffle }
}

/** FNV-1a over UTF-16 units. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
