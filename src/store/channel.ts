/** A queue between one who pushes and one who iterates; iteration ends when the signal aborts. */
export function createChannel<T>(signal: AbortSignal): AsyncIterable<T> & { push(value: T): void } {
  const waiting: T[] = []
  let wake: () => void = () => {}
  const onAbort = () => wake()
  return {
    push: (value) => {
      waiting.push(value)
      wake()
    },
    async *[Symbol.asyncIterator]() {
      signal.addEventListener('abort', onAbort)
      try {
        while (!signal.aborted) {
          if (waiting.length > 0) yield* waiting.splice(0)
          else {
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
