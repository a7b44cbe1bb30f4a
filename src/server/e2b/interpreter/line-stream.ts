import type { ServerResponse } from 'node:http'
import { whenClosed } from '../../http/when-closed.ts'

/** Lines of an answer that goes on for as long as somebody reads it. */
export interface LineStream {
  /** Resolves when there is room for more. */
  write(line: string): void | Promise<void>
  end(lines: string): void
  /** No more signs of life. */
  stop(): void
}

/** Silence of this length is broken, so that both sides notice when the other is gone. */
const KEEPALIVE_MS = 5000
const KEEPALIVE_LINE = '{"type":"keepalive"}\n'

/** The head is sent with the first line: until then there can be another answer. */
export function openLineStream(response: ServerResponse): LineStream {
  // Asked of nobody else: HTTP/2 has no word for it.
  let isGone = response.destroyed
  let room: PromiseWithResolvers<void> | undefined
  const makeRoom = () => {
    room?.resolve()
    room = undefined
  }
  response.on('drain', makeRoom)
  whenClosed(response, () => {
    isGone = true
    // Who waits for one that has gone would wait forever.
    makeRoom()
  })
  const begin = () => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  }
  const write = (line: string): boolean => {
    if (isGone) return true
    begin()
    return response.write(line)
  }
  const timer = setInterval(() => write(KEEPALIVE_LINE), KEEPALIVE_MS)
  return {
    write(line) {
      timer.refresh()
      if (write(line)) return undefined
      // However many wait, the answer is listened to once.
      room ??= Promise.withResolvers()
      return room.promise
    },
    end(lines) {
      if (isGone) return
      begin()
      response.end(lines)
    },
    stop: () => clearInterval(timer),
  }
}
