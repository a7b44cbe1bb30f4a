import { giveWay } from './give-way.ts'

/** Looked at together: what the clock costs is little beside them. */
const AT_ONCE = 256

/** Goes through many things, and lets others have the thread meanwhile. */
export async function stepByStep<T>(items: Iterable<T>, step: (item: T) => void): Promise<void> {
  let left = AT_ONCE
  for (const item of items) {
    step(item)
    if (--left > 0) continue
    left = AT_ONCE
    await giveWay()
  }
}
