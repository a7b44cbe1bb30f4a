import { createFairQueue } from '../../sandbox/fair-queue.ts'

/** Lets this many builds go on at once; users take turns. The returned function gives the place back. */
export function createBuildTurns(most: number): (userId: string, signal: AbortSignal) => Promise<() => void> {
  const line = createFairQueue<() => void>()
  let busy = 0
  const serve = () => {
    if (busy >= most) return
    const begin = line.next(() => true)
    if (!begin) return
    busy++
    begin()
  }
  return async (userId, signal) => {
    signal.throwIfAborted()
    await new Promise<void>((resolve, reject) => {
      const leave = line.add(userId, resolve)
      signal.addEventListener('abort', () => {
        leave()
        reject(signal.reason)
      })
      serve()
    })
    return () => {
      busy--
      serve()
    }
  }
}
