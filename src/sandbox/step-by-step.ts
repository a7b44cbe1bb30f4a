import { giveWay } from './give-way.ts'

/** Items handled between two looks at the clock, so that the clock costs little. */
const AT_ONCE = 256

/** Handles many items and lets other requests have the thread in between. */
export async function stepByStep<T>(items: Iterable<T>, step: (item: T) => void): Promise<void> {
  let left = AT_ONCE
  for (const item of items) {
    step(item)
    if (--left > 0) continue
    left = AT_ONCE
    await giveWay()
  }
}
