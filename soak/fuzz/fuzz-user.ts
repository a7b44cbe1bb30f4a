import { createKnownNames, type KnownNames } from './known-names.ts'
import { DOMAIN, type WatchedServer } from './watched-server.ts'

export interface FuzzUser {
  name: string
  key: string
  known: KnownNames
  /** Machines of E2B's API: the last is the newest. */
  machines: { id: string; token: string }[]
  /** Archives from the server, to be sent back spoilt. */
  exports: Buffer[]
  /** Makes things again that requests have removed. */
  refresh(): Promise<void>
}

export const VOLUME = 'fuzz'
const SERVER = 'mkdir -p /tmp/w && cd /tmp/w && exec python3 -m http.server 8000'

/** A user with one of everything: a run, a session with a checkpoint, a volume, a machine with a server in it. */
export async function createFuzzUser(
  server: WatchedServer,
  name: string,
  isProtected: (id: string) => boolean,
): Promise<FuzzUser> {
  const { key } = (await (await ask(server, '/v1/keys', { key: server.adminKey, body: { user: name } })).json()) as {
    key: string
  }
  const known = createKnownNames(isProtected)
  const user: FuzzUser = { name, key, known, machines: [], exports: [], refresh }
  const call = async (path: string, init: Omit<Asked, 'key'> = {}) => {
    const response = await ask(server, path, { key, ...init })
    const text = await response.text()
    if (response.ok) known.learn(text)
    return { response, text }
  }
  async function refresh(): Promise<void> {
    await call('/v1/sessions', { body: {} })
    const run = { code: 'x = 1', language: 'python' }
    const sessionId = known.one('sessionId', FIRST)
    if (sessionId) {
      await call('/v1/runs', { body: { ...run, session: sessionId } })
      await call(`/v1/sessions/${sessionId}/checkpoints`, { body: {} })
    }
    await call('/v1/volumes', { body: { name: VOLUME } })
    known.add('name', VOLUME)
    await call(`/v1/volumes/${VOLUME}/file?path=a/b.txt`, { method: 'PUT', bytes: Buffer.from('content') })
    await call('/volumes')
    const volumeId = known.one('volumeID', FIRST)
    if (volumeId) await call(`/volumes/${volumeId}`)
    await exportAll()
    await machine()
  }
  async function exportAll(): Promise<void> {
    const checkpoint = known.one('checkpointId', FIRST)
    for (const path of [`/v1/checkpoints/${checkpoint}/archive`, `/v1/volumes/${VOLUME}/archive`]) {
      const response = await ask(server, path, { key })
      const bytes = Buffer.from(await response.arrayBuffer())
      if (response.ok && bytes.length < 1_000_000) user.exports = [...user.exports, bytes].slice(-6)
    }
  }
  async function machine(): Promise<void> {
    const { response, text } = await call('/sandboxes', { body: { templateID: 'base', timeout: 90, secure: true } })
    if (!response.ok) return
    const { sandboxID, envdAccessToken = '' } = JSON.parse(text) as { sandboxID: string; envdAccessToken?: string }
    user.machines = [...user.machines, { id: sandboxID, token: envdAccessToken }].slice(-4)
    startInside(server, { id: sandboxID, token: envdAccessToken })
  }
  return user
}

const FIRST = { pick: (from: readonly unknown[]) => from.at(-1) } as never

interface Asked {
  key: string
  method?: string
  body?: object
  bytes?: Buffer
}

function ask(server: WatchedServer, path: string, { key, method, body, bytes }: Asked): Promise<Response> {
  const isSent = body !== undefined || bytes !== undefined
  return fetch(`${server.url}${path}`, {
    method: method ?? (isSent ? 'POST' : 'GET'),
    headers: { authorization: `Bearer ${key}`, 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(isSent && { body: bytes ? new Uint8Array(bytes) : JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
}

/** Starts a server in the machine, for requests through its port; the call that starts it goes on until the machine ends. */
function startInside(server: WatchedServer, { id, token }: { id: string; token: string }): void {
  const message = Buffer.from(JSON.stringify({ process: { cmd: '/bin/bash', args: ['-c', SERVER] } }))
  const head = Buffer.alloc(5)
  head.writeUInt32BE(message.length, 1)
  const headers = { 'e2b-sandbox-id': id, 'x-access-token': token, 'content-type': 'application/connect+json' }
  const signal = AbortSignal.timeout(90_000)
  fetch(`${server.url}/process.Process/Start`, {
    method: 'POST',
    headers,
    body: new Uint8Array(Buffer.concat([head, message])),
    signal,
  })
    .then((response) => response.arrayBuffer())
    .catch(() => {})
}

/** Host name of the server inside the machine. */
export const portHost = (id: string, port = 8000) => `${port}-${id}.${DOMAIN}`
