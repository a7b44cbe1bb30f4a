/** Counts what goes on at once under each name, and refuses one more than so many of one. */
export function createShares(most: number) {
  const underWay = new Map<string, number>()
  return {
    /** Gives back what ends it, or undefined when the share is used up. */
    take(name: string): (() => void) | undefined {
      const count = underWay.get(name) ?? 0
      if (count >= most) return undefined
      underWay.set(name, count + 1)
      return () => {
        const left = (underWay.get(name) ?? 1) - 1
        // Names are made up by others: those that say nothing any more are forgotten.
        if (left === 0) underWay.delete(name)
        else underWay.set(name, left)
      }
    },
  }
}
