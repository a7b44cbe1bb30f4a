/**
 * Runs the work of every item, at most `lanes` of them at once, started in their order; returns the results in that order.
 * All started work has ended when this settles, even if some of it failed: then the first failure in the order of items is
 * thrown.
 */
export async function inLanes<Item, Result>(options: {
  items: readonly Item[]
  lanes: number
  work(item: Item): Promise<Result>
}): Promise<Result[]> {
  const { items, lanes, work } = options
  const begun: Promise<Result>[] = []
  const rest = items.entries()
  const lane = async () => {
    for (const [index, item] of rest) {
      const result = work(item)
      begun[index] = result
      await result.catch(() => {})
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane))
  return Promise.all(begun)
}
