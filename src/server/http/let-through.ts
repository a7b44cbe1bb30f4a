import type { IncomingMessage } from 'node:http'

/**
 * Lets the rest of a request through that was answered before its end: on one connection the next request comes behind it, and
 * pieces that somebody began to read would be held for ever. A sender who takes too long for that is cut off.
 */
export function letThrough(request: IncomingMessage, mostMs: number): void {
  // Streams of HTTP/2 hold up nothing but themselves.
  if (request.complete || request.destroyed || request.httpVersionMajor > 1) return
  const { socket } = request
  const timer = setTimeout(() => socket.destroySoon(), mostMs).unref()
  const end = () => {
    clearTimeout(timer)
    socket.off('close', end)
  }
  socket.once('close', end)
  request.once('close', end)
  request.unpipe()
  // Readers that have left may have it wait for them.
  request.removeAllListeners('data')
  request.resume()
}
