import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { createEngine, type Engine, LOCAL_USER } from '../../src/engine.ts'
import { withHome } from '../../test/support/temporary-home.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

/** Serves the files of a directory on loopback. */
export async function serveFiles(directory: string): Promise<{ host: string; close(): void }> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname)
    readFile(join(directory, normalize(path))).then(
      (bytes) => {
        response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' })
        response.end(bytes)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export interface AtWork {
  engine: Engine
  session: string
  host: string
  /** The output of one action `browser.*`; throws when it does not end well. */
  act(type: string, input?: object): Promise<Record<string, unknown>>
}

/** An engine whose session may reach one site of loopback, and nothing else. */
export async function withBrowser<T>(
  directory: string,
  settings: object,
  use: (work: AtWork) => Promise<T>,
): Promise<T> {
  const { host, close } = await serveFiles(directory)
  try {
    return await withHome(async (home) => {
      const engine = await createEngine({ home, warmSandboxes: 0, networkCeiling: [host], ...settings })
      try {
        const { id: session } = await engine.sessions.create({ network: { allow: [host] } }, LOCAL_USER)
        const act: AtWork['act'] = async (type, input = {}) => {
          const request = { type: `browser.${type}`, input: { ...input }, session }
          const { outcome, output, error } = await engine.actions.executeAction(request)
          if (outcome !== 'ok') throw new Error(`browser.${type}: ${error?.code} ${error?.message}`)
          return output as Record<string, unknown>
        }
        return await use({ engine, session, host, act })
      } finally {
        await engine.close()
      }
    })
  } finally {
    close()
  }
}
