const BEAT_MS = 2

export interface MainThreadWatch {
  /** The most processor time that this thread took between two beats since the last question. */
  longestMs(): number
  stop(): void
}

/**
 * Watches its own thread for turns of the event loop that take long. Counts processor time of this thread alone, so that a
 * machine busy with other work does not look like a stall; a wait without processor time is none.
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
