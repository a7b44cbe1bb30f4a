import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2Stream } from 'node:http2'
import { letThrough } from './let-through.ts'
import { whenClosed } from './when-closed.ts'

/**
 * The pace of a body: `whole` arrives within the time of a request; `steady`, as for large files, may take long but not
 * be slow; `open` brings data now and then for a listener.
 */
export type BodyPace = 'whole' | 'steady' | 'open'

export interface RequestTime {
  pace: BodyPace
  /** For the whole body, or until the next data. */
  timeoutMs: number
  /** A body that is not `open` must keep the slowest pace over this time. */
  slowMs: number
  cut(): void
}

/** Slower than any connection that people work over. */
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
  // While data lies here unread, the sender waits for us.
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

/** Counts the bytes of a body that have come; on HTTP/2, where many share a connection, the bytes handed to readers. */
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
