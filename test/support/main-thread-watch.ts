import { setTimeout as sleep } from 'node:timers/promises'
import { Inconclusive } from '../../src/contract/inconclusive.ts'

const BEAT_MS = 2

export interface MainThreadWatch {
  /** The most processor time that this thread took between two beats since the last question. */
  longestMs(): number
  stop(): void
}

/**
 * Watches its own thread for turns of the event loop that take long. Counts processor time of this thread alone, so that a
 * host busy with other work does not look like a stall; a wait without processor time is none.
 */
export function watchMainThread(): MainThreadWatch {
  let longestMicros = 0
  let last = process.threadCpuUsage()
  const beat = () => {
    const { user, system } = process.threadCpuUsage(last)
    longestMicros = Math.max(longestMicros, user + system)
    last = process.threadCpuUsage()
  }
  const timer = setInterval(beat, BEAT_MS)
  timer.unref()
  return {
    longestMs() {
      beat()
      const found = longestMicros / 1000
      longestMicros = 0
      return found
    },
    stop: () => clearInterval(timer),
  }
}

/** Enough for everybody: a health check waits no longer because of somebody else's request. */
const ENOUGH_MS = 50

/**
 * The longest turn while `work` is done, the least of a few tries: the cost of the work itself comes again, that of emptied caches, of garbage
 * of tests before and of code that runs for the first time does not.
 */
export async function stallOf(work: () => Promise<unknown>, tries = 2): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < tries && least >= ENOUGH_MS; n++) {
    await sleep(50)
    const watch = watchMainThread()
    await work()
    await sleep(10)
    watch.stop()
    least = Math.min(least, watch.longestMs())
  }
  return least
}

/** Longest turn of the server's thread, whatever a user sends. */
const MOST_TURN_MS = 100

/**
 * Holds a turn to its bound. A longer one is tried again, as a collection of garbage or code that runs for the first time does not come
 * again; a turn that is long in every try has failed.
 */
export function expectShortTurn(turnMs: number, mostMs = MOST_TURN_MS): void {
  if (turnMs < mostMs) return
  throw new Inconclusive(`a turn of this thread took ${Math.round(turnMs)} ms, and ${mostMs} are the most`)
}

/** The value of some work, and the longest turn of this thread meanwhile, in processor time. */
export async function watched<T>(work: () => Promise<T>): Promise<{ value: T; turnMs: number }> {
  const watch = watchMainThread()
  try {
    const value = await work()
    return { value, turnMs: watch.longestMs() }
  } finally {
    watch.stop()
  }
}
