import { createEngine, type Engine, type EngineOverrides, loadConfig } from '../../src/engine.ts'
import type { McpExtension } from '../../src/mcp/extension.ts'
import { createApp } from '../../src/server/app.ts'
import { createE2bDoor } from '../../src/server/e2b/e2b-door.ts'
import type { Door } from '../../src/server/http/create-door.ts'
import { type ListenOptions, listen } from '../../src/server/listen.ts'
import { withHome } from './temporary-home.ts'

export interface EngineOptions {
  env?: Record<string, string>
  overrides?: EngineOverrides
  /** A given home is kept afterwards; otherwise one is made and removed. */
  home?: string
  /** Tools beside ours. */
  mcp?: McpExtension
  listen?: Omit<ListenOptions, 'host' | 'port' | 'newRequestId'>
  /** Serves E2B's API on the same port. */
  withMachines?: true
}

export interface Call {
  method?: string
  key?: string
  /** Body, sent as JSON; a string or bytes are sent as they are. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

export interface TestEngine {
  engine: Engine
  app: Door
  home: string
  /** Keys of two users who do not know each other, and of one who manages the server. */
  keys: { ada: string; ben: string; admin: string }
  /** Every log line so far, parsed. */
  logs: Record<string, unknown>[]
  /** Sends one request with ada's key, or with another one; an empty key sends none. */
  call(path: string, call?: Call): Promise<Response>
}

/** The real engine and app in this process, on a home of their own; everything is released afterwards. */
export async function withEngine<T>(options: EngineOptions, use: (tools: TestEngine) => Promise<T>): Promise<T> {
  if (options.home === undefined) return withHome((home) => withEngine({ ...options, home }, use))
  const { home } = options
  const logs: Record<string, unknown>[] = []
  const engine = await createEngine(configOf(home, options.env), {
    logs: { write: (line) => void logs.push(JSON.parse(line)) },
    restThreads: true,
    ...options.overrides,
  })
  try {
    const app = createApp(engine, options.mcp && { mcp: options.mcp })
    const keys = {
      ada: await keyOf(engine, 'ada'),
      ben: await keyOf(engine, 'ben'),
      admin: await keyOf(engine, 'root'),
    }
    const call: TestEngine['call'] = async (path, init = {}) =>
      app.fetch(new Request(`http://localhost${path}`, requestInit(keys.ada, init)))
    return await use({ engine, app, home, keys, logs, call })
  } finally {
    await engine.close()
  }
}

/** Gives an engine behind a real socket on a free port. */
export function withServer<T>(
  options: EngineOptions,
  use: (tools: TestEngine & { url: string; port: number }) => Promise<T>,
): Promise<T> {
  return withEngine(options, async (tools) => {
    const { newRequestId } = tools.engine
    const e2b = options.withMachines && { e2b: createE2bDoor(tools.engine) }
    const server = await listen(tools.app, { ...options.listen, ...e2b, host: '127.0.0.1', port: 0, newRequestId })
    const { url, port } = server
    const call: TestEngine['call'] = (path, init = {}) => fetch(`${url}${path}`, requestInit(tools.keys.ada, init))
    try {
      return await use({ ...tools, call, url, port })
    } finally {
      const stopped = server.stop()
      server.force(0)
      await stopped
    }
  })
}

export function configOf(home: string, env: Record<string, string> = {}) {
  // Most engines here run a few programs: more sandboxes that wait would be made for nobody.
  const few = { ANNEAL_WARM_SANDBOXES: '1', ANNEAL_MAX_WARM_SANDBOXES: '1' }
  const all = { ANNEAL_RATE_PER_SECOND: '1000000', ANNEAL_SHUTDOWN_GRACE_MS: '0', ...few, ...env, ANNEAL_HOME: home }
  return loadConfig({ env: all, userHome: home, readFile: () => undefined })
}

async function keyOf(engine: Engine, user: string): Promise<string> {
  const { key } = await engine.keys.add({ user, admin: user === 'root', label: '' })
  return key
}

export function requestInit(
  defaultKey: string,
  { method, key = defaultKey, body, headers, signal }: Call,
): RequestInit {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  return {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(key !== '' && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
    ...(signal && { signal }),
  }
}
