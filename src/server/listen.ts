import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { EngineError } from '../contract/errors.ts'
import type { App } from './app.ts'
import { answerClientErrors } from './client-error.ts'
import { trackConnections } from './connections.ts'
import type { E2bDoor } from './e2b/e2b-door.ts'

export interface Listening {
  url: string
  port: number
  /** Takes no new connections and resolves when the answers on the open ones are carried out; `force` cuts them. */
  stop(): Promise<void>
  force(afterMs: number): void
}

export interface ListenOptions {
  host: string
  port: number
  /** A client that takes longer to send the head of its request, or all of it, is cut: it would hold a place for nothing. */
  headersTimeoutMs?: number
  requestTimeoutMs?: number
  newRequestId(): string
  /** Takes the requests that are its own before the app sees them. */
  e2b?: E2bDoor
}

export function listen(app: App, options: ListenOptions): Promise<Listening> {
  const { host, port, headersTimeoutMs = 20_000, requestTimeoutMs = 120_000 } = options
  const serverOptions = {
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: headersTimeoutMs / 2,
  }
  const answer = getRequestListener(app.fetch)
  return new Promise((resolve, reject) => {
    const server = createServer(serverOptions, (request, response) => {
      if (options.e2b?.isFor(request)) void options.e2b.answer(request, response)
      else void answer(request, response)
    })
    server.listen(port, host, () => {
      const name = host.includes(':') ? `[${host}]` : host
      const { port: taken } = server.address() as AddressInfo
      resolve({
        url: `http://${name}:${taken}`,
        port: taken,
        stop: () => {
          closeWhenIdle()
          return new Promise((closed) => server.close(() => closed()))
        },
        force: (afterMs) => force(server, afterMs),
      })
    })
    const closeWhenIdle = trackConnections(server)
    answerClientErrors(server, options.newRequestId)
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new EngineError('PORT_IN_USE', { host, port }, { cause: error }) : error)
    })
  })
}

function force(server: Server, afterMs: number): void {
  if (afterMs === 0) server.closeAllConnections()
  else setTimeout(() => server.closeAllConnections(), afterMs).unref()
}
