/** Wakes the readers that wait for a name. */
export interface Bell {
  ring(names: readonly string[]): void
  listen(name: string): Ear
}

export interface Ear {
  /**
   * Resolves at the next ring, or at once if there was one since the last call; after `mostMs` or an abort in any case.
   */
  heard(mostMs: number, signal: AbortSignal): Promise<void>
  leave(): void
}

export function createBell(): Bell {
  const ears = new Map<string, Set<() => void>>()
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
      return {
        async heard(mostMs, signal) {
          if (!hasRung && !signal.aborted) {
            await new Promise<void>((resolve) => {
              const timer = setTimeout(resolve, mostMs)
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
        },
      }
    },
  }
}
