import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { EngineError } from '../../contract/errors.ts'
import { refusalOf } from './refusal.ts'

/** What never became a request is answered in the shape of all other failures, in the place of Node's empty answers. */
export function answerClientErrors(server: Server, newRequestId: () => string): void {
  const latest = new WeakMap<Duplex, ServerResponse>()
  const refuse = (socket: Duplex, error: EngineError) =>
    void socket.end(rawAnswer(error, newRequestId()), () => socket.destroy())
  server.on('request', ({ socket }, response) => void latest.set(socket, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = latest.get(socket)
    // An answer that has begun would be read as going on.
    const isFree = !response?.headersSent || response.writableFinished
    if (!socket.writable || !isFree) return void socket.destroy()
    refuse(socket, reasonOf(error))
  })
  server.on('connect', (_, socket) =>
    refuse(socket, new EngineError('MALFORMED_REQUEST', { reason: 'CONNECT is for proxies' })),
  )
  server.on('checkExpectation', ({ headers }, response) => {
    const error = new EngineError('EXPECTATION_UNMET', { expectation: String(headers.expect).slice(0, 200) })
    const { status, headers: told, body } = refusalOf(error, newRequestId())
    // Nobody knows whether the body comes without what it waits for.
    response.writeHead(status, { ...told, Connection: 'close' }).end(body)
  })
}

function reasonOf({ code = '' }: NodeJS.ErrnoException): EngineError {
  if (code === 'HPE_HEADER_OVERFLOW') return new EngineError('HEADERS_TOO_LARGE', {})
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new EngineError('REQUEST_TIMEOUT', {})
  return new EngineError('MALFORMED_REQUEST', { reason: code || 'it cannot be read' })
}

function rawAnswer(error: EngineError, requestId: string): string {
  const { headers, body } = refusalOf(error, requestId)
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}`)
  return `${[`HTTP/1.1 ${error.status} ${error.code}`, ...lines].join('\r\n')}\r\n\r\n${body}`
}
