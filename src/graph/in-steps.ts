import { setImmediate as otherWork } from 'node:timers/promises'

/** Items handled in one turn of the thread that serves everybody: a few milliseconds. */
const AT_ONCE = 5000

/** Handles the items of a whole graph, and lets other requests have the thread in between. */
export async function inSteps<T>(items: Iterable<T>, step: (item: T) => void): Promise<void> {
  let left = AT_ONCE
  for (const item of items) {
    step(item)
    if (--left > 0) continue
    left = AT_ONCE
    await otherWork()
  }
}
