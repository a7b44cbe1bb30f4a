const BEAT_MS = 2

export interface MainThreadWatch {
  /** The most processor time that this thread took between two beats since it was asked last. */
  longestMs(): number
  stop(): void
}

/**
 * Watches the thread it is called in for turns of the event loop that take long. Counts processor time of this thread alone, so that
 * a machine that is busy with others does not look like a stall; a wait that takes no processor time is none.
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
