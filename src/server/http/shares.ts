/** Counts simultaneous uses by name, and refuses a name more than its share. */
export function createShares(most: number) {
  const underWay = new Map<string, number>()
  return {
    /** Returns the function that ends the use, or undefined when the share is used up. */
    take(name: string): (() => void) | undefined {
      const count = underWay.get(name) ?? 0
      if (count >= most) return undefined
      underWay.set(name, count + 1)
      return () => {
        const left = (underWay.get(name) ?? 1) - 1
        // Callers invent names, so unused ones are forgotten.
        if (left === 0) underWay.delete(name)
        else underWay.set(name, left)
      }
    },
  }
}
