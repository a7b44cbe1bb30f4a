import type { ChatPart } from '../contract/chat.ts'
import type { FollowAnswer } from './chats-api.ts'

/** Proxies cut connections that are silent for long, and a run may wait for a person. */
const KEEP_ALIVE_MS = 15_000
/** A reader that is so many bytes behind is let go; it may come again. */
const MOST_BEHIND = 16_000_000

export const EVENT_STREAM = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

/** An answer as the UI message stream of the AI SDK. */
export function uiStream(follow: FollowAnswer): Response {
  const encoder = new TextEncoder()
  const leaving = new AbortController()
  const events = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (data: string) => {
          if (leaving.signal.aborted) return
          controller.enqueue(encoder.encode(`data: ${data}\n\n`))
          if ((controller.desiredSize ?? 0) > 0) return
          leaving.abort()
          controller.error(new Error('The reader is too far behind.'))
        }
        // Not awaited: nothing is read from a stream before it has started.
        void follow((part: ChatPart) => send(JSON.stringify(part)), leaving.signal).then(() => {
          send('[DONE]')
          if (!leaving.signal.aborted) controller.close()
        })
      },
      cancel: () => leaving.abort(),
    },
    { highWaterMark: MOST_BEHIND, size: ({ byteLength }) => byteLength },
  )
  return new Response(keptAlive(events), { headers: { ...EVENT_STREAM, 'x-vercel-ai-ui-message-stream': 'v1' } })
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
