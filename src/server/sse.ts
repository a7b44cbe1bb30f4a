import type { EngineEvent } from '../contract/event.ts'

/** Proxies cut connections that are silent for long. */
const KEEP_ALIVE_MS = 15_000

export interface EventStreamOptions {
  runId: string
  /** Called when the reader goes away before the end. */
  onLeave(): void
}

/** Server-sent events with the event's number as id, so that a reader can come back with `Last-Event-ID`. */
export function eventStream(events: AsyncIterable<EngineEvent>, { runId, onLeave }: EventStreamOptions): Response {
  const encoder = new TextEncoder()
  const iterator = events[Symbol.asyncIterator]()
  let keepAlive: NodeJS.Timeout
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      keepAlive = setInterval(() => controller.enqueue(encoder.encode(': still here\n\n')), KEEP_ALIVE_MS)
    },
    // Pulled one by one: a slow reader slows the stream, it does not fill the memory.
    async pull(controller) {
      try {
        const { done, value } = await iterator.next()
        if (!done) return controller.enqueue(encoder.encode(`id: ${value.seq}\ndata: ${JSON.stringify(value)}\n\n`))
        clearInterval(keepAlive)
        controller.close()
      } catch (error) {
        clearInterval(keepAlive)
        controller.error(error)
      }
    },
    async cancel() {
      clearInterval(keepAlive)
      onLeave()
      await iterator.return?.()
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-run-id': runId,
    },
  })
}
