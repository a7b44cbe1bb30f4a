import type { IncomingMessage, Server } from 'node:http'

/**
 * A client that takes too long to send its request holds a place for nothing. One that may go on is only cut when nothing
 * came from it for so long: large files take their time.
 */
export function limitRequestTime(
  request: IncomingMessage,
  { timeoutMs, mayGoOn, server }: { timeoutMs: number; mayGoOn: boolean; server: Server },
): void {
  // It has no body, or it came at once.
  if (request.complete || request.httpVersionMajor > 1) return
  const { socket } = request
  let bytesRead = socket.bytesRead
  const look = () => {
    if (request.complete || request.destroyed) return
    const hasMore = socket.bytesRead > bytesRead
    bytesRead = socket.bytesRead
    if (mayGoOn && hasMore) timer.refresh()
    else
      server.emit(
        'clientError',
        Object.assign(new Error('request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
        socket,
      )
  }
  const timer = setTimeout(look, timeoutMs).unref()
  request.once('close', () => clearTimeout(timer))
}
