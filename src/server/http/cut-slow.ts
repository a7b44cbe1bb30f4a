import type { IncomingMessage, Server } from 'node:http'
import { constants, type Http2Stream } from 'node:http2'

/** Refuses a request that does not arrive completely: on HTTP/2 only its stream ends, since others share the connection. */
export function cutSlow(server: Server, request: IncomingMessage & { stream?: Http2Stream }): void {
  const timeout = Object.assign(new Error('request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  if (request.stream) request.stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM)
  else server.emit('clientError', timeout, request.socket)
}
