export interface FairQueue<Item> {
  readonly size: number
  /** Puts an item into the user's line; the function given back takes it out again. */
  add(userId: string, item: Item): () => void
  /** Takes out the item that is next, among the users who may be served now. */
  next(mayServe: (userId: string) => boolean): Item | undefined
}

/**
 * Round robin over the waiting users, first come first served within each: however many items one user has in line, another's
 * waits for one of them at most. A user who may not be served now keeps the turn.
 */
export function createFairQueue<Item>(): FairQueue<Item> {
  // The order of the map is the order of turns: a user who was served goes to its end.
  const lines = new Map<string, Set<Item>>()
  let size = 0

  return {
    get size() {
      return size
    },
    add(userId, item) {
      const line = lines.get(userId) ?? new Set()
      lines.set(userId, line.add(item))
      size++
      return () => {
        if (!line.delete(item)) return
        size--
        if (line.size === 0) lines.delete(userId)
      }
    },
    next(mayServe) {
      for (const [userId, line] of lines) {
        const [item] = line
        if (item === undefined || !mayServe(userId)) continue
        line.delete(item)
        size--
        lines.delete(userId)
        if (line.size > 0) lines.set(userId, line)
        return item
      }
      return undefined
    },
  }
}
