import type { ServerResponse } from 'node:http'
import { whenClosed } from '../../../http/when-closed.ts'
import type { ConnectError } from './connect-error.ts'
import { END, encodeEnvelope, MESSAGE } from './envelope.ts'

export interface ServerStream {
  /** Resolves when there is room for more, or when the reader has left. */
  send(message: object): Promise<void>
  /** Ends the stream: nothing is sent afterwards. */
  end(error?: ConnectError): void
  /** Resolves when the stream has ended, by us or because the reader left. */
  readonly over: Promise<void>
}

/** An answer of many messages. Its status is always 200: the last message holds the result. */
export function openServerStream(
  response: ServerResponse,
  { keepalive, keepaliveMs }: { keepalive: object; keepaliveMs: number },
): ServerStream {
  const over = Promise.withResolvers<void>()
  let isOver = false
  const silence = setInterval(() => write(encodeEnvelope(MESSAGE, keepalive)), keepaliveMs)
  let room: PromiseWithResolvers<void> | undefined
  const makeRoom = () => {
    room?.resolve()
    room = undefined
  }
  response.on('drain', makeRoom)
  whenClosed(response, () => finish())
  const finish = () => {
    clearInterval(silence)
    isOver = true
    over.resolve()
    makeRoom()
  }
  const write = (frame: Buffer): boolean => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'application/connect+json' })
    silence.refresh()
    return response.write(frame)
  }
  return {
    over: over.promise,
    async send(message) {
      if (isOver || write(encodeEnvelope(MESSAGE, message))) return
      room ??= Promise.withResolvers()
      await room.promise
    },
    end(error) {
      if (isOver) return
      write(encodeEnvelope(END, error ? { error } : {}))
      response.end()
      finish()
    },
  }
}
