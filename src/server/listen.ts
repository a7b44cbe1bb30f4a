import { type ServerType, serve } from '@hono/node-server'
import { EngineError } from '../contract/errors.ts'
import type { App } from './app.ts'

export interface Listening {
  url: string
  port: number
  /** Takes no new connections and resolves when the open ones are done; `force` cuts them. */
  stop(): Promise<void>
  force(): void
}

/** A client that takes longer to send its request is cut: it would hold a place for nothing. */
const HEADERS_TIMEOUT_MS = 20_000
const REQUEST_TIMEOUT_MS = 120_000

export function listen(app: App, { host, port }: { host: string; port: number }): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const options = { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS }
    const server: ServerType = serve({ fetch: app.fetch, hostname: host, port, serverOptions: options }, (address) => {
      const name = host.includes(':') ? `[${host}]` : host
      resolve({
        url: `http://${name}:${address.port}`,
        port: address.port,
        stop: () => stop(server),
        force: () => force(server),
      })
    })
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new EngineError('PORT_IN_USE', { host, port }, { cause: error }) : error)
    })
  })
}

function stop(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  })
}

function force(server: ServerType): void {
  if ('closeAllConnections' in server) server.closeAllConnections()
}
