/**
 * Does the work of every item, at most `lanes` of them at once, begun in their order; gives the results in that order. What
 * began has ended when this settles, also when some of it failed: the first failure in the order of items is thrown then.
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
