import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

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
  response.once('close', () => {
    isGone = true
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
      return write(line) ? undefined : roomIn(response)
    },
    end(lines) {
      if (isGone) return
      begin()
      response.end(lines)
    },
    stop: () => clearInterval(timer),
  }
}

async function roomIn(response: ServerResponse): Promise<void> {
  const settled = new AbortController()
  const { signal } = settled
  // Who waits for one that has gone would wait forever.
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]).catch(() => {})
  settled.abort()
}
