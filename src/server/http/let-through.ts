import type { IncomingMessage } from 'node:http'

/**
 * Drains the rest of a request that was answered before its end: on one connection the next request comes behind it,
 * and pieces that somebody began to read would be held for ever. A sender who takes too long is cut off.
 */
export function letThrough(request: IncomingMessage, mostMs: number): void {
  // Streams of HTTP/2 block only themselves.
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
  // A reader that has left may still hold the stream back.
  request.removeAllListeners('data')
  request.resume()
}
