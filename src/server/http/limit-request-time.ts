import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2Stream } from 'node:http2'
import { letThrough } from './let-through.ts'
import { whenClosed } from './when-closed.ts'

/**
 * How a body may come: `whole` within the time there is for a request; `steady`, as large files do, for as long as it is not too slow;
 * `open`, now and then a word to somebody who listens.
 */
export type BodyPace = 'whole' | 'steady' | 'open'

export interface RequestTime {
  pace: BodyPace
  /** For all of it, or until the next word. */
  timeoutMs: number
  /** Over so long a body that is not `open` must keep the slowest pace there is. */
  slowMs: number
  cut(): void
}

/** Slower than any line that people work over. */
const SLOWEST_BYTES_PER_S = 512

/** A client that takes too long to send its request holds a place for nothing. Once it is answered, nothing of it is held. */
export function limitRequestTime(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  { pace, timeoutMs, slowMs, cut }: RequestTime,
): void {
  if (!hasBody(request)) return
  const bytesSoFar = meterOf(request)
  const timers: NodeJS.Timeout[] = []
  const stop = () => {
    for (const timer of timers) clearInterval(timer)
  }
  const watch = (everyMs: number, isTooSlow: (bytes: number) => boolean) => {
    let before = bytesSoFar()
    const look = () => {
      const bytes = bytesSoFar() - before
      before += bytes
      if (request.complete || request.destroyed) return stop()
      if (!isTooSlow(bytes)) return
      stop()
      cut()
    }
    timers.push(setInterval(look, everyMs).unref())
  }
  watch(timeoutMs, (bytes) => pace === 'whole' || bytes === 0)
  const least = (SLOWEST_BYTES_PER_S * slowMs) / 1000
  // While something lies here unread, it is the sender who waits for us.
  if (pace !== 'open') watch(slowMs, (bytes) => bytes < least && request.readableLength === 0)
  request.once('close', stop)
  whenClosed(response, () => {
    stop()
    letThrough(request, slowMs)
  })
}

type Incoming = IncomingMessage & { stream?: Http2Stream }

function hasBody(request: Incoming): boolean {
  if (request.complete) return false
  if (request.stream) return !request.stream.endAfterHeaders
  return request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
}

/** Counts what has come of a body; of HTTP/2, in which many share a connection, as it is handed to their readers. */
function meterOf(request: Incoming): () => number {
  const { stream, socket } = request
  if (!stream) return () => socket.bytesRead
  let bytes = 0
  const { push } = stream
  stream.push = (chunk: Buffer | null, encoding) => {
    bytes += chunk?.length ?? 0
    return push.call(stream, chunk, encoding)
  }
  return () => bytes
}
