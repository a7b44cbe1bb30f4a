import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { EngineError } from '../contract/errors.ts'
import type { E2bDoor } from './e2b/e2b-door.ts'
import { answerClientErrors, type RefuseTo } from './http/client-error.ts'
import { createConnections } from './http/connections.ts'
import type { Door } from './http/create-door.ts'
import { cutSlow } from './http/cut-slow.ts'
import { inTurns } from './http/in-turns.ts'
import { limitRequestTime } from './http/limit-request-time.ts'
import { nodeListener } from './http/node-listener.ts'
import { refusalOf } from './http/refusal.ts'
import { acceptTls } from './tls/accept-tls.ts'
import type { Certificate } from './tls/certificate.ts'

export interface Listening {
  url: string
  port: number
  /** Accepts no new connections and resolves when the open answers are sent; `force` cuts them. */
  stop(): Promise<void>
  force(afterMs: number): void
}

export interface ListenOptions {
  host: string
  port: number
  /**
   * A client that takes longer to send the head of its request, or all of it, is cut: it would hold a place for
   * nothing.
   */
  headersTimeoutMs?: number
  requestTimeoutMs?: number
  /** A body that comes too slowly is cut after this time. */
  slowBodyMs?: number
  newRequestId(): string
  /** Takes the requests for E2B's API before the app sees them. */
  e2b?: E2bDoor
  /** With a certificate, the same port speaks TLS too. */
  certificate?: Certificate
  /** With a certificate, plain HTTP is refused. */
  tlsOnly?: boolean
}

/** Longer than clients keep a connection: a request on a connection that was just closed would fail. */
const IDLE_CONNECTION_MS = 75_000

/** Long enough for a pause of a busy sender, too short to hold many places for long. */
const SLOW_BODY_MS = 20_000

export function listen(app: Door, options: ListenOptions): Promise<Listening> {
  const {
    host,
    port,
    headersTimeoutMs = 20_000,
    requestTimeoutMs = 120_000,
    e2b,
    certificate,
    tlsOnly = false,
  } = options
  const toApp = nodeListener(app)
  const refuseTo: RefuseTo = (error, request) => {
    const refuse = (request && e2b?.refuses(request)) ?? refusalOf
    return refuse(error, options.newRequestId())
  }
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const taken = e2b?.answer(request, response)
    limitRequestTime(
      { request, response },
      {
        ...{ pace: taken ?? 'whole', timeoutMs: requestTimeoutMs, slowMs: options.slowBodyMs ?? SLOW_BODY_MS },
        cut: () => cutSlow(server, request),
      },
    )
    if (!taken) void toApp(request, response)
  }
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    // Node's limit on whole requests is off: ours depends on the request.
    requestTimeout: 0,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    connectionsCheckingInterval: headersTimeoutMs / 2,
    // We answer requests without a host ourselves.
    requireHostHeader: false,
    shouldUpgradeCallback: (request) => e2b?.isUpgrade(request) ?? false,
  })
  const connections = createConnections(server)
  const begin = inTurns(answer)
  if (certificate)
    acceptTls(server, {
      ...{ certificate, answer: begin, connections, refuseTo, tlsOnly },
      firstByteTimeoutMs: headersTimeoutMs,
    })
  else server.on('connection', connections.add)
  server.on('request', begin)
  if (e2b) server.on('upgrade', e2b.upgrade)
  answerClientErrors(server, refuseTo)
  return new Promise((resolve, reject) => {
    server.listen(port, host, () => {
      const name = host.includes(':') ? `[${host}]` : host
      const { port: taken } = server.address() as AddressInfo
      resolve({
        url: `${tlsOnly ? 'https' : 'http'}://${name}:${taken}`,
        port: taken,
        stop: () => {
          connections.closeWhenIdle()
          certificate?.close()
          return new Promise((closed) => server.close(() => closed()))
        },
        force: (afterMs) => {
          if (afterMs === 0) connections.cut()
          else setTimeout(connections.cut, afterMs).unref()
        },
      })
    })
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new EngineError('PORT_IN_USE', { host, port }, { cause: error }) : error)
    })
  })
}
