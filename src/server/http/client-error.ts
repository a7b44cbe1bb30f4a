import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { EngineError } from '../../contract/errors.ts'
import type { Refusal } from './refusal.ts'

/** A failure in the shape of the API that a request is for, as far as that is known. */
export type RefuseTo = (error: EngineError, request?: IncomingMessage) => Refusal

/** Answers callers whose bytes never became a whole request, in place of Node's empty answers. */
export function answerClientErrors(server: Server, refuseTo: RefuseTo): void {
  const latest = new WeakMap<Duplex, ServerResponse>()
  const refuse = (socket: Duplex, error: EngineError, request?: IncomingMessage) =>
    void socket.end(rawAnswer(refuseTo(error, request), error.code), () => socket.destroy())
  server.on('request', ({ socket }, response) => void latest.set(socket, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = latest.get(socket)
    // A second answer would be read as part of the first.
    const isFree = !response?.headersSent || response.writableFinished
    if (!socket.writable || !isFree) return void socket.destroy()
    refuse(socket, reasonOf(error), response?.writableFinished ? undefined : response?.req)
  })
  server.on('connect', (_, socket) =>
    refuse(socket, new EngineError('MALFORMED_REQUEST', { reason: 'CONNECT is for proxies' })),
  )
  server.on('checkExpectation', (request, response) => {
    const expectation = String(request.headers.expect).slice(0, 200)
    const { status, headers: told, body } = refuseTo(new EngineError('EXPECTATION_UNMET', { expectation }), request)
    // It is unknown whether the body follows, so the connection closes.
    response.writeHead(status, { ...told, Connection: 'close' }).end(body)
  })
}

function reasonOf({ code = '' }: NodeJS.ErrnoException): EngineError {
  if (code === 'HPE_HEADER_OVERFLOW') return new EngineError('HEADERS_TOO_LARGE', {})
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new EngineError('REQUEST_TIMEOUT', {})
  return new EngineError('MALFORMED_REQUEST', { reason: code || 'it cannot be read' })
}

/** An answer for a socket that Node's server knows nothing of. */
export function rawAnswer({ status, headers, body }: Refusal, reason: string): string {
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}`)
  return `${[`HTTP/1.1 ${status} ${reason}`, ...lines].join('\r\n')}\r\n\r\n${body}`
}
