import { giveWay } from '../../sandbox/give-way.ts'

/** Entries sorted in one turn; a hundred thousand would take longer than others should wait. */
const RUN_LENGTH = 1024

/** The paths are distinct. */
export async function sortByPath<T extends { path: string }>(items: readonly T[]): Promise<T[]> {
  let runs: T[][] = []
  for (let at = 0; at < items.length; at += RUN_LENGTH) {
    runs.push(items.slice(at, at + RUN_LENGTH).sort((a, b) => (a.path < b.path ? -1 : 1)))
    await giveWay()
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let at = 0; at < runs.length; at += 2) merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? []))
    runs = merged
  }
  return runs[0] ?? []
}

async function merge<T extends { path: string }>(one: T[], other: T[]): Promise<T[]> {
  const merged: T[] = []
  for (let [a, b] = [0, 0]; a < one.length || b < other.length; ) {
    const [first, second] = [one[a], other[b]]
    const isFirst = first && (!second || first.path < second.path)
    const next = isFirst ? one[a++] : other[b++]
    if (next) merged.push(next)
    if (merged.length % RUN_LENGTH === 0) await giveWay()
  }
  return merged
}
