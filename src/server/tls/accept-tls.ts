import { type IncomingMessage, METHODS, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttp2Server, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { EngineError } from '../../contract/errors.ts'
import { type RefuseTo, rawAnswer } from '../http/client-error.ts'
import type { Connections } from '../http/connections.ts'
import type { Certificate } from './certificate.ts'

/** The first byte of a connection that speaks TLS; no method of HTTP begins with it. */
const TLS_HANDSHAKE = 0x16
const MOST_STREAMS = 1000
/** Time for a refused client to take its answer. */
const LAST_BYTES_MS = 2000

export interface TlsOptions {
  certificate: Certificate
  answer(request: IncomingMessage, response: ServerResponse): void
  connections: Connections
  refuseTo: RefuseTo
  /** A silent connection is cut after this time. */
  firstByteTimeoutMs: number
  /** Refuses plain HTTP, before anything of the request is read. */
  tlsOnly: boolean
}

/** Lets a server speak TLS, with HTTP/2 and HTTP/1.1 in it, on the port of plain HTTP/1.1. */
export function acceptTls(server: Server, options: TlsOptions): void {
  const { certificate, answer, connections, refuseTo, firstByteTimeoutMs, tlsOnly } = options
  // Node's own listener, which treats a connection as HTTP/1.
  const [takeHttp1] = server.listeners('connection') as [(this: Server, socket: Socket) => void]
  server.off('connection', takeHttp1)
  const speakHttp1 = (socket: Socket) => {
    connections.add(socket)
    takeHttp1.call(server, socket)
  }
  const http2 = createHttp2Server({ settings: { maxConcurrentStreams: MOST_STREAMS, maxHeaderListSize: 16_384 } })
  http2.on('session', connections.addSession)
  http2.on('sessionError', () => {})
  http2.on('request', (request: Http2ServerRequest, response: Http2ServerResponse) => {
    // The HTTP/1 parser knows all methods; HTTP/2 allows any word, which would end up in metrics.
    const refuse = (error: EngineError) => {
      const { status, headers, body } = refuseTo(error, request as unknown as IncomingMessage)
      response.writeHead(status, headers).end(body)
    }
    if (!METHODS.includes(request.method))
      return refuse(new EngineError('METHOD_UNKNOWN', { method: request.method.slice(0, 50) }))
    const { host, ':authority': authority } = request.headers
    // With two different names, one would be checked and the other used.
    if (host !== undefined && host !== authority)
      return refuse(new EngineError('MALFORMED_REQUEST', { reason: 'it has two hosts' }))
    // Node gives requests of HTTP/2 the interface of HTTP/1.
    answer(request as unknown as IncomingMessage, response as unknown as ServerResponse)
  })
  const tls = createTlsServer({
    ...certificate.current(),
    ALPNProtocols: ['h2', 'http/1.1'],
    minVersion: 'TLSv1.2',
    handshakeTimeout: firstByteTimeoutMs,
  })
  certificate.onChange((changed) => tls.setSecureContext({ ...changed, minVersion: 'TLSv1.2' }))
  tls.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') http2.emit('connection', socket)
    else speakHttp1(socket)
  })
  tls.on('tlsClientError', (_error, socket) => socket.destroy())
  server.on('connection', (socket: Socket) => {
    const cut = () => socket.destroy()
    socket.setTimeout(firstByteTimeoutMs, cut)
    socket.on('error', cut)
    socket.once('data', (bytes: Buffer) => {
      socket.setTimeout(0, cut)
      socket.pause()
      socket.unshift(bytes)
      if (bytes[0] === TLS_HANDSHAKE) return void tls.emit('connection', socket)
      if (tlsOnly) return refusePlain(socket, refuseTo)
      speakHttp1(socket)
      socket.resume()
    })
  })
}

/** The rest of the request is thrown away unread, so that the answer is not lost in a reset connection. */
function refusePlain(socket: Socket, refuseTo: RefuseTo): void {
  const error = new EngineError('TLS_REQUIRED', {})
  const { headers, ...refusal } = refuseTo(error)
  socket.setTimeout(LAST_BYTES_MS)
  socket.end(rawAnswer({ ...refusal, headers: { ...headers, Upgrade: 'TLS/1.2, HTTP/1.1' } }, error.code))
  socket.resume()
}
