export interface ChannelOptions<T> {
  signal: AbortSignal
  /** Most items that may wait, as `sizeOf` counts them. */
  most: number
  sizeOf(value: T): number
}

export interface Channel<T> extends AsyncIterable<T> {
  push(value: T): void
  /** Nothing more comes from this writer. */
  end(): void
}

/**
 * A queue between one writer and one reader. Iteration ends when the signal aborts, when the writer ends it, and when too much waits: then
 * the waiting items, and all later ones, are dropped.
 */
export function createChannel<T>(options: ChannelOptions<T>): Channel<T> {
  const { signal, most, sizeOf } = options
  const waiting: { value: T; size: number }[] = []
  let size = 0
  let isOver = false
  let wake: () => void = () => {}
  const onAbort = () => wake()
  const end = () => {
    isOver = true
    waiting.length = 0
    wake()
  }
  return {
    end,
    push: (value) => {
      if (isOver) return
      const added = sizeOf(value)
      waiting.push({ value, size: added })
      size += added
      if (size > most) end()
      else wake()
    },
    async *[Symbol.asyncIterator]() {
      signal.addEventListener('abort', onAbort)
      try {
        while (!signal.aborted && !isOver) {
          const next = waiting.shift()
          if (next) {
            size -= next.size
            yield next.value
          } else {
            await new Promise<void>((resolve) => {
              wake = resolve
            })
          }
        }
      } finally {
        signal.removeEventListener('abort', onAbort)
      }
    },
  }
}
