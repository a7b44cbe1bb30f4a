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
  const results: PromiseSettledResult<Result>[] = []
  const rest = items.entries()
  const lane = async () => {
    for (const [index, item] of rest) [results[index]] = (await Promise.allSettled([work(item)])) as [never]
  }
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane))
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}
