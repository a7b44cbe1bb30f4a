import { Sandbox as Interpreter } from '@e2b/code-interpreter'
import { getSignature, Sandbox } from 'e2b'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { controlRoutes } from '../src/server/e2b/control/control-routes.ts'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'

/** Bodies that let a row get past validation. */
const BODIES: Record<string, object> = {
  'POST /sandboxes/{sandboxID}/timeout': { timeout: 1 },
  'POST /v2/templates/{templateID}/builds/{buildID}': { fromTemplate: 'base' },
  'POST /secrets/{secretID}': { value: 'stolen' },
}
/** Subjects that the body or the query names, in rows whose path names none. */
const NAMED = {
  'POST /sandboxes': ({ snapshot }: Own) => ({ body: { templateID: snapshot } }),
  'POST /v2/sandboxes': ({ snapshot }: Own) => ({ body: { templateID: snapshot } }),
  'POST /templates/tags': ({ alias }: Own) => ({ body: { target: alias, tags: ['stolen'] } }),
  'DELETE /templates/tags': ({ alias }: Own) => ({ body: { name: alias, tags: ['default'] } }),
  'GET /sandboxes/metrics': ({ sandboxID }: Own) => ({ query: `?sandbox_ids=${sandboxID}` }),
  'GET /snapshots': ({ sandboxID }: Own) => ({ query: `?sandboxID=${sandboxID}` }),
} as Record<string, (own: Own) => { body?: object; query?: string }>

/** The subjects of one user, by their names in paths. */
type Own = Record<string, string>

let server: E2bServer
let sandbox: Sandbox
let own: Own
const MARK = 'only-ada-knows'

beforeAll(async () => {
  server = await startE2bServer()
  sandbox = await Sandbox.create('base', { ...server.options, metadata: { MARK }, envs: { MARK } })
  const { snapshotId } = await sandbox.createSnapshot({ name: 'adas-snapshot' })
  own = {
    ...{ sandboxID: sandbox.sandboxId, snapshot: snapshotId, alias: 'adas-template', hash: 'a'.repeat(64) },
    ...(await made('/v3/templates', { name: 'adas-template' })),
    ...(await made('/volumes', { name: 'adas-volume' })),
    ...(await made('/secrets', { name: 'adas-secret', value: MARK })),
  }
})
afterAll(() => server.close())

const rowsOf = () =>
  controlRoutes(server.engine).map((route) => ({
    ...route,
    name: `${route.method} ${route.path}`,
    needsNoKey: route.access === 'open',
  }))

describe('every row of E2B’s API', () => {
  test('needs a key, or its equivalent', async () => {
    for (const row of rowsOf()) {
      const { status, text } = await call(row, '')
      if (row.needsNoKey) expect(status, row.name).toBeOneOf([400, 401, 403, 404])
      else expect({ status, body: JSON.parse(text) }, row.name).toMatchObject({ status: 401, body: { code: 401 } })
      expect(leaksIn(text), row.name).toEqual([])
    }
  })

  test('finds nothing of another user, reveals nothing about it, and changes nothing', async () => {
    const before = await sandbox.getInfo()
    const rows = rowsOf()
    expect(rows.length).toBeGreaterThan(20)
    for (const row of rows) {
      const { status, text } = await call(row, server.otherKey)
      if (row.needsNoKey) expect(status, row.name).toBeOneOf([400, 401, 403, 404])
      else if (row.path.includes('{') || 'body' in namedBy(row.name)) {
        // A call that this server does not support is refused to everybody.
        expect(status, row.name).toBeOneOf([404, 501])
        expect(JSON.parse(text), row.name).toMatchObject({ code: status })
      }
      expect(leaksIn(text), row.name).toEqual([])
    }
    expect(await sandbox.getInfo()).toEqual(before)
    const snapshots = await Sandbox.listSnapshots(server.options).nextItems()
    expect(snapshots.map(({ snapshotId }) => snapshotId)).toContain(own.snapshot)
    expect(await ask('GET', `/templates/${own.templateID}`, { key: server.key })).toMatchObject({ status: 200 })
  })

  test('finds its own for its owner', async () => {
    const looks = rowsOf().filter(
      ({ method, path, needsNoKey }) => method === 'GET' && path.includes('{') && !needsNoKey,
    )
    expect(looks.length).toBeGreaterThan(5)
    for (const row of looks) expect((await call(row, server.key)).status, row.name).toBeOneOf([200, 201])
  })

  test('is the only one with its method and path', () => {
    const names = rowsOf().map(({ name }) => name.replaceAll(/\{\w+\}/g, '{}'))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
})

describe('the parts of one user’s sandbox', () => {
  test('are refused to another user', async () => {
    const others = { ...server.options, apiKey: server.otherKey }
    await expect(Sandbox.create(own.snapshot ?? '', others)).rejects.toThrow(/^404/)
    await expect(Sandbox.create(own.alias ?? '', others)).rejects.toThrow(/^404/)
    expect(await Sandbox.list(others).nextItems()).toEqual([])
  })

  test('open to no token of another sandbox', async () => {
    const other = await Sandbox.create('base', { ...server.options, apiKey: server.otherKey })
    const token = (other as unknown as { envdAccessToken: string }).envdAccessToken
    const { signature } = await getSignature({
      path: '/etc/passwd',
      operation: 'read',
      user: undefined,
      envdAccessToken: token,
    })
    const visits = [
      { path: '/filesystem.Filesystem/ListDir', body: { path: '/', depth: 1 } },
      { path: '/process.Process/List', body: {} },
      { path: '/files?path=/etc/passwd' },
      { path: `/files?path=/etc/passwd&signature=${encodeURIComponent(signature)}` },
      { path: '/envs' },
      { path: '/metrics' },
      { path: '/execute', port: '49999', body: { code: 'open("/etc/passwd").read()' } },
    ]
    for (const { path, body, port = '49983' } of visits) {
      const headers = { 'e2b-sandbox-id': sandbox.sandboxId, 'e2b-sandbox-port': port, 'x-access-token': token }
      const init = body && { method: 'POST', body: JSON.stringify(body) }
      const response = await fetch(server.url + path, {
        ...init,
        headers: { ...headers, 'content-type': 'application/json' },
      })
      expect(response.status, path).toBeOneOf([401, 403])
      expect(await response.text(), path).not.toContain('root:')
    }
    await other.kill()
  })

  test('attack: the contexts of its interpreters are shown to and changed by nobody who only knows its id', async () => {
    const machine = await Interpreter.create(server.options)
    const context = await machine.createCodeContext()
    const visits = [
      { method: 'GET', path: '/contexts' },
      { method: 'POST', path: '/contexts', body: '{}' },
      { method: 'POST', path: `/contexts/${context.id}/restart` },
      { method: 'DELETE', path: `/contexts/${context.id}` },
      { method: 'POST', path: '/execute', body: '{"code":"1"}' },
    ]
    const of = { 'e2b-sandbox-id': machine.sandboxId, 'e2b-sandbox-port': '49999', 'content-type': 'application/json' }
    const wrong = 'f'.repeat(64)
    for (const shown of [{}, { 'x-access-token': wrong }, { 'e2b-traffic-access-token': wrong }]) {
      for (const { path, ...init } of visits) {
        const response = await fetch(server.url + path, { ...init, headers: { ...of, ...shown } })
        expect(response.status, path).toBe(401)
        expect(await response.text(), path).not.toContain(context.id)
      }
    }
    const connected = await Interpreter.connect(machine.sandboxId, server.options)
    expect((await connected.listCodeContexts()).map(({ id }) => id)).toContain(context.id)
    await connected.removeCodeContext(context)
    await machine.kill()
  })
})

const namedBy = (name: string) => NAMED[name]?.(own) ?? {}

/** Calls a row with ada's subjects. */
function call({ method, path, name }: { method: string; path: string; name: string }, key: string) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, part: string) => {
    const id = own[part]
    if (id === undefined) throw new Error(`say in this test what {${part}} of ${name} is`)
    return encodeURIComponent(id)
  })
  const { body = BODIES[name] ?? {}, query = '' } = namedBy(name)
  return ask(method, filled + query, { key, ...(method !== 'GET' && { body }) })
}

async function ask(method: string, path: string, { key, body }: { key: string; body?: object }) {
  const response = await fetch(server.url + path, {
    method,
    headers: { ...(key !== '' && { 'x-api-key': key }), 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

/** The subjects that the answer to a call of ada's names. */
async function made(path: string, body: object): Promise<Own> {
  const { status, text } = await ask('POST', path, { key: server.key, body })
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`)
  return JSON.parse(text)
}

/** A refusal may repeat the requested name, and nothing else. */
function leaksIn(text: string): string[] {
  const secrets = [MARK, 'envdAccessToken', '"startedAt"', '"token"', 'adas-snapshot"', 'adas-volume"', 'adas-secret"']
  return secrets.filter((secret) => text.includes(secret))
}
