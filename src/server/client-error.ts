import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { constants, type Http2Stream } from 'node:http2'
import type { Duplex } from 'node:stream'
import { EngineError } from '../contract/errors.ts'
import { errorResponse } from './error-response.ts'

/** What never became a request is answered in the shape of all other failures, in the place of Node's empty answers. */
export function answerClientErrors(server: Server, newRequestId: () => string): void {
  const latest = new WeakMap<Duplex, ServerResponse>()
  server.on('request', ({ socket }, response) => void latest.set(socket, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = latest.get(socket)
    // An answer that has begun would be read as going on.
    const isFree = !response?.headersSent || response.writableFinished
    if (!socket.writable || !isFree) return void socket.destroy()
    void rawAnswer(reasonOf(error), newRequestId()).then((text) => socket.end(text, () => socket.destroy()))
  })
}

/** Refuses a request that does not come to its end: of HTTP/2 its stream alone is ended, since others share the connection. */
export function cutSlow(server: Server, request: IncomingMessage & { stream?: Http2Stream }): void {
  const timeout = Object.assign(new Error('request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  if (request.stream) request.stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM)
  else server.emit('clientError', timeout, request.socket)
}

function reasonOf({ code = '' }: NodeJS.ErrnoException): EngineError {
  if (code === 'HPE_HEADER_OVERFLOW') return new EngineError('HEADERS_TOO_LARGE', {})
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new EngineError('REQUEST_TIMEOUT', {})
  return new EngineError('MALFORMED_REQUEST', { reason: code || 'it cannot be read' })
}

async function rawAnswer(error: EngineError, requestId: string): Promise<string> {
  const body = await errorResponse(error, requestId).text()
  const head = [
    `HTTP/1.1 ${error.status} ${error.code}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
