/** Time as the sandbox lives it: it stands still while the sandbox is paused. */
export interface SandboxClock {
  /** Calls the action later; the function given back cancels it. */
  after(delayMs: number, action: () => void): () => void
  stop(): void
  go(): void
}

interface Wait {
  leftMs: number
  since: number
  timer?: NodeJS.Timeout | undefined
  action(): void
}

/** Node takes a longer delay for none at all. */
const LONGEST_TIMER_MS = 2_147_483_647

export function createSandboxClock(): SandboxClock {
  const waits = new Set<Wait>()
  let isStopped = false

  const run = (wait: Wait) => {
    wait.since = performance.now()
    wait.timer = setTimeout(() => ring(wait), Math.min(wait.leftMs, LONGEST_TIMER_MS))
  }
  const halt = (wait: Wait) => {
    clearTimeout(wait.timer)
    wait.leftMs -= performance.now() - wait.since
  }
  const ring = (wait: Wait) => {
    if (wait.leftMs > LONGEST_TIMER_MS) {
      halt(wait)
      return run(wait)
    }
    waits.delete(wait)
    wait.action()
  }

  return {
    after(delayMs, action) {
      const wait: Wait = { leftMs: delayMs, since: 0, action }
      waits.add(wait)
      if (!isStopped) run(wait)
      return () => {
        waits.delete(wait)
        clearTimeout(wait.timer)
      }
    },
    stop() {
      if (isStopped) return
      isStopped = true
      for (const wait of waits) halt(wait)
    },
    go() {
      if (!isStopped) return
      isStopped = false
      for (const wait of waits) run(wait)
    },
  }
}
