import type { ReadingThread } from './reading-thread.ts'

export interface RestingThreads {
  take(): ReadingThread | undefined
  put(thread: ReadingThread): void
}

/** As many as two engines beside each other use at once: a thread that rests takes memory, and the start of another one more time. */
const MOST = 4
const REST_MS = 60_000

/**
 * Keeps the idle threads of an engine that has closed for the next engine of this process: a thread takes a second of processor time
 * to load its rules. A resting thread keeps no process alive.
 */
export function createRestingThreads({ most = MOST, restMs = REST_MS } = {}): RestingThreads {
  const resting = new Map<ReadingThread, NodeJS.Timeout>()
  return {
    take() {
      for (const [thread, timer] of resting) {
        clearTimeout(timer)
        resting.delete(thread)
        if (!thread.isOver) return thread
      }
      return undefined
    },
    put(thread) {
      if (resting.size >= most) return void thread.end()
      const end = () => {
        resting.delete(thread)
        void thread.end()
      }
      resting.set(thread, setTimeout(end, restMs).unref())
    },
  }
}
