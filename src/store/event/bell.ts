/** Wakes the readers that wait for a name. */
export interface Bell {
  ring(names: readonly string[]): void
  listen(name: string): Ear
}

export interface Ear {
  /**
   * Resolves at the next ring, or at once if there was one since the last time. In any case it resolves at an abort, and after `pollMs` where
   * others may have written without a ring.
   */
  heard(pollMs: number, signal: AbortSignal): Promise<void>
  leave(): void
}

/** How often one look for all ears tells whether other processes have written. */
const LOOK_MS = 200
/** A ring that was lost by some fault delays its reader by so much. */
const SAFETY_MS = 10_000

/** With `writtenElsewhere` news of other processes wakes everybody; without it each waiter wakes by itself now and then. */
export function createBell(writtenElsewhere?: () => Promise<boolean>): Bell {
  const ears = new Map<string, Set<() => void>>()
  let looking: NodeJS.Timeout | undefined
  const look = async () => {
    if (await writtenElsewhere?.().catch(() => true))
      for (const wakes of ears.values()) for (const wake of wakes) wake()
  }
  return {
    ring(names) {
      for (const name of names) for (const wake of ears.get(name) ?? []) wake()
    },
    listen(name) {
      let hasRung = false
      let wake = () => {}
      const hear = () => {
        hasRung = true
        wake()
      }
      const others = ears.get(name) ?? new Set()
      ears.set(name, others.add(hear))
      if (writtenElsewhere) looking ??= setInterval(look, LOOK_MS).unref()
      return {
        async heard(pollMs, signal) {
          if (!hasRung && !signal.aborted) {
            await new Promise<void>((resolve) => {
              const timer = setTimeout(resolve, writtenElsewhere ? SAFETY_MS : pollMs)
              wake = () => {
                clearTimeout(timer)
                resolve()
              }
              signal.addEventListener('abort', wake, { once: true })
            })
            signal.removeEventListener('abort', wake)
          }
          hasRung = false
          wake = () => {}
        },
        leave() {
          others.delete(hear)
          if (others.size === 0) ears.delete(name)
          if (ears.size > 0) return
          clearInterval(looking)
          looking = undefined
        },
      }
    },
  }
}
