import type { ServerResponse } from 'node:http'
import { whenClosed } from '../../http/when-closed.ts'

/** Lines of an answer that goes on for as long as somebody reads it. */
export interface LineStream {
  /** Resolves when there is room for more. */
  write(line: string): void | Promise<void>
  end(lines: string): void
  /** Stops the signs of life. */
  stop(): void
}

/** A longer silence is broken by a sign of life, so that both sides notice when the other is gone. */
const KEEPALIVE_MS = 5000
const KEEPALIVE_LINE = '{"type":"keepalive"}\n'

/** The head is sent with the first line: until then another answer is possible. */
export function openLineStream(response: ServerResponse): LineStream {
  // The loss of the reader is tracked here, since HTTP/2 does not report it.
  let isGone = response.destroyed
  let room: PromiseWithResolvers<void> | undefined
  const makeRoom = () => {
    room?.resolve()
    room = undefined
  }
  response.on('drain', makeRoom)
  whenClosed(response, () => {
    isGone = true
    // A writer that waits for a reader who left would wait for ever.
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
      // One listener serves all waiting writers.
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
