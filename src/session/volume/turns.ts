/** Does work with the same key one after the other, in the order of the requests. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>()

  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = last.get(key) ?? Promise.resolve()
    const mine = before.then(work)
    // The next in line does not depend on how this one ends.
    const settled = mine.catch(() => {})
    last.set(key, settled)
    try {
      return await mine
    } finally {
      if (last.get(key) === settled) last.delete(key)
    }
  }
}
