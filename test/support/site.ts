import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Site {
  /** `127.0.0.1:PORT` */
  host: string
  /** Paths that were asked for, with method. */
  seen: string[]
  /** Connections that came, also those without a request. */
  connections(): number
  close(): Promise<void>
}

/** A web site on loopback that remembers who came. */
export async function openSite(pages: Record<string, string | RequestListener>): Promise<Site> {
  const seen: string[] = []
  const server = createServer((request: IncomingMessage, response) => {
    const path = request.url?.split('?')[0] ?? ''
    seen.push(`${request.method} ${request.url}`)
    const page = pages[path]
    if (typeof page === 'function') return page(request, response)
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page ?? '')
  })
  let connections = 0
  server.on('connection', () => {
    connections++
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    seen,
    connections: () => connections,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
