import { setTimeout as delay } from 'node:timers/promises'

const LONGEST_PAUSE_MS = 32

/** Asks until the answer is yes, less often as time passes; false when it was not yes in time. */
export async function until(done: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    if (await done()) return true
    if (performance.now() > deadline) return false
    await delay(pauseMs)
  }
}
