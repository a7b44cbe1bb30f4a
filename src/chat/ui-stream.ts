import type { UIMessageChunk } from 'ai'
import type { Write } from './answer-message.ts'

/** Proxies cut connections that are silent for long, and a run may wait for a person. */
const KEEP_ALIVE_MS = 15_000

/** The parts that `work` writes, as the UI message stream of the AI SDK. The SDK is loaded by the first answer. */
export async function uiStream(work: (write: Write) => Promise<void>, onError: (error: unknown) => string) {
  const { createUIMessageStream, createUIMessageStreamResponse } = await import('ai')
  const stream = createUIMessageStream({
    execute: ({ writer }) => work((part) => writer.write(part as UIMessageChunk)),
    onError,
  })
  const { body, headers } = createUIMessageStreamResponse({ stream })
  headers.set('cache-control', 'no-store')
  headers.set('x-accel-buffering', 'no')
  return new Response(body && keptAlive(body), { headers })
}

/** The same server-sent events, with a comment in every silence. */
export function keptAlive(events: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = events.getReader()
  const stillHere = new TextEncoder().encode(': still here\n\n')
  let timer: NodeJS.Timeout
  return new ReadableStream({
    start(controller) {
      timer = setInterval(() => (controller.desiredSize ?? 0) > 0 && controller.enqueue(stillHere), KEEP_ALIVE_MS)
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        clearInterval(timer)
        controller.close()
      } catch (error) {
        clearInterval(timer)
        controller.error(error)
      }
    },
    async cancel(reason) {
      clearInterval(timer)
      await reader.cancel(reason)
    },
  })
}
