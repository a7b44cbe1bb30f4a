import type { Caller, Engine } from '../../engine.ts'
import { streamAnswer } from './local-exchange.ts'

/**
 * Ends a stream of events with the key that opened it: a reader who comes back is refused. Any other answer has been
 * decided already and goes to its end.
 */
export function whileKeyHolds(response: Response, caller: Caller, { watch }: Pick<Engine['keys'], 'watch'>): Response {
  const { body, headers } = response
  if (!body || !headers.get('content-type')?.startsWith('text/event-stream')) return response
  const reader = body.getReader()
  let leave = () => {}
  const held = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        leave = watch(caller, () => {
          controller.close()
          void reader.cancel()
        })
      },
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
          leave()
          closeOnce(controller)
        } catch (error) {
          leave()
          controller.error(error)
        }
      },
      cancel(reason) {
        leave()
        return reader.cancel(reason)
      },
    },
    // Nothing is read ahead: a slow reader slows the stream below.
    { highWaterMark: 0 },
  )
  return streamAnswer(response, held, { status: response.status, headers })
}

/** A read that was under way when the key ended finds the stream closed. */
function closeOnce(controller: ReadableStreamDefaultController): void {
  try {
    controller.close()
  } catch {
    // The stream is closed already.
  }
}
