import { streamAnswer } from './local-exchange.ts'

/** Proxies cut connections that are silent for long. */
const KEEP_ALIVE_MS = 15_000

export interface EventStreamOptions<T> {
  /** Without an id no reader can resume. */
  sent(value: T): { id?: string; event: object }
  headers?: Record<string, string>
  /** The beginning of the stream: a reader who is cut off before the first event resumes from it. */
  firstId?: string
  /** Its signal aborts when the reader leaves, possibly before the first byte is taken. */
  request: Pick<Request, 'signal'>
  /** Called when the reader leaves before the end. */
  onLeave(): void
}

/** Server-sent events with ids, so that a reader can resume with `Last-Event-ID`. */
export function eventStream<T>(values: AsyncIterable<T>, options: EventStreamOptions<T>): Response {
  const { sent, headers, firstId, request } = options
  const { signal: gone } = request
  const encoder = new TextEncoder()
  const iterator = values[Symbol.asyncIterator]()
  let keepAlive: NodeJS.Timeout
  const leave = async () => {
    clearInterval(keepAlive)
    options.onLeave()
    await iterator.return?.()
  }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      // A message without data is no event, but still sets the last id.
      if (firstId !== undefined) controller.enqueue(encoder.encode(`id: ${firstId}\n\n`))
      const stillHere = encoder.encode(': still here\n\n')
      // A reader with unread data needs no sign of life, and they would pile up.
      keepAlive = setInterval(() => (controller.desiredSize ?? 0) > 0 && controller.enqueue(stillHere), KEEP_ALIVE_MS)
      // A body that nobody takes is never cancelled either.
      if (gone.aborted) void leave()
      else gone.addEventListener('abort', leave, { once: true })
    },
    // Events are pulled one by one: a slow reader slows the stream instead of filling memory.
    async pull(controller) {
      try {
        const { done, value } = await iterator.next()
        if (!done) {
          const { id, event } = sent(value)
          const name = id === undefined ? '' : `id: ${id}\n`
          return controller.enqueue(encoder.encode(`${name}data: ${JSON.stringify(event)}\n\n`))
        }
        clearInterval(keepAlive)
        controller.close()
      } catch (error) {
        clearInterval(keepAlive)
        controller.error(error)
      }
    },
    cancel: leave,
  })
  return streamAnswer(request, body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      ...headers,
    },
  })
}
