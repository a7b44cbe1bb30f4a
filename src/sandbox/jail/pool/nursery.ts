import type { Zygote } from '../zygote/zygote.ts'

export interface NurseryOptions {
  start(): Promise<Zygote>
  /** All sandboxes of a zygote have the same layout of addresses: after so many forks a new zygote takes over. */
  forksEach: number
  /** Pause before a dead zygote, or one that could not start, is replaced; it doubles after each failure. */
  retryMs: number
  onTrouble(error: unknown): void
}

export interface Nursery {
  /** The current zygote; undefined while there is none: then a sandbox is made from nothing. */
  zygote(): Zygote | undefined
  /** Resolves when the first attempt to start a zygote is over. */
  readonly tried: Promise<void>
  close(): Promise<void>
}

const LONGEST_RETRY_MS = 60_000

/** Keeps one zygote alive: a dead one is replaced, a used one retired when its successor is ready. */
export function createNursery({ start, forksEach, retryMs, onTrouble }: NurseryOptions): Nursery {
  const alive = new Set<Zygote>()
  let current: Zygote | undefined
  let starting: Promise<void> | undefined
  let again: NodeJS.Timeout | undefined
  let failures = 0
  let isClosed = false

  const bring = (): Promise<void> => {
    starting ??= start()
      .then(async (zygote) => {
        if (isClosed) return zygote.retire()
        const retired = current
        current = zygote
        failures = 0
        alive.add(zygote)
        void zygote.ended.then(() => onEnd(zygote))
        await retired?.retire()
      })
      .catch((error) => {
        onTrouble(error)
        failures++
        bringLater()
      })
      .finally(() => {
        starting = undefined
      })
    return starting
  }
  const bringLater = () => {
    if (isClosed) return
    again = setTimeout(() => void bring(), Math.min(retryMs * 2 ** failures, LONGEST_RETRY_MS))
    again.unref()
  }
  const onEnd = (zygote: Zygote) => {
    alive.delete(zygote)
    if (zygote !== current) return
    current = undefined
    if (!isClosed) onTrouble(new Error('a zygote died; sandboxes are made from nothing until there is a new one'))
    bringLater()
  }
  const tried = bring()
  return {
    tried,
    zygote() {
      if (current && current.forked >= forksEach) void bring()
      return current
    },
    async close() {
      isClosed = true
      clearTimeout(again)
      await starting
      await Promise.all([...alive].map((zygote) => zygote.retire()))
    },
  }
}
