import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEngine, type Engine, type EngineOverrides } from '../../src/engine.ts'
import { createApp } from '../../src/server/app.ts'
import { createE2bDoor } from '../../src/server/e2b/e2b-door.ts'
import { listen } from '../../src/server/listen.ts'
import type { Certificate } from '../../src/server/tls/certificate.ts'
import { configOf } from './engine.ts'

export interface E2bServerOptions {
  env?: Record<string, string>
  overrides?: EngineOverrides
  /** A given home is kept afterwards; otherwise one is made and removed. */
  home?: string
  /** A free port by default. */
  port?: number
  certificate?: Certificate
}

export interface E2bServer {
  url: string
  /** Keys of two users who do not know each other. */
  key: string
  otherKey: string
  /** Options for every call of the official SDK to this server; with the first key. */
  options: { apiUrl: string; sandboxUrl: string; apiKey: string; requestTimeoutMs: number }
  engine: Engine
  home: string
  /** Every log line so far, parsed. */
  logs: Record<string, unknown>[]
  close(): Promise<void>
}

/** A real engine behind a real socket with E2B's API, for the official SDK; `close` releases everything. */
export async function startE2bServer(options: E2bServerOptions = {}): Promise<E2bServer> {
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'anneal-e2b-')))
  const logs: Record<string, unknown>[] = []
  const engine = await createEngine(configOf(home, options.env), {
    logs: { write: (line) => void logs.push(JSON.parse(line)) },
    restThreads: true,
    ...options.overrides,
  })
  const { newRequestId } = engine
  const e2b = createE2bDoor(engine)
  const { port = 0, certificate } = options
  const server = await listen(createApp(engine), {
    ...{ host: '127.0.0.1', port, newRequestId, e2b },
    ...(certificate && { certificate }),
  })
  const { url } = server
  const key = await keyOf(engine, 'ada')
  return {
    ...{ url, key, engine, home, logs },
    otherKey: await keyOf(engine, 'ben'),
    options: { apiUrl: url, sandboxUrl: url, apiKey: key, requestTimeoutMs: 30_000 },
    async close() {
      const stopped = server.stop()
      server.force(0)
      await stopped
      await engine.close()
      if (options.home === undefined) await rm(home, { recursive: true, force: true })
    },
  }
}

async function keyOf(engine: Engine, user: string): Promise<string> {
  return (await engine.keys.add({ user, admin: false, label: '' })).key
}
