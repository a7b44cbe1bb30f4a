import { expect, test } from 'vitest'
import type { KeyInfo, NewKey } from '../src/contract/api.ts'
import type { KeyScope } from '../src/contract/key-scope.ts'
import { createControlPlane } from '../src/server/e2b/control/control-plane.ts'
import { eachRoute } from './support/each-route.ts'
import { requestInit, type TestEngine, withEngine } from './support/engine.ts'
import { expectError } from './support/expect-error.ts'
import { oneEngine } from './support/one-engine.ts'

const tools = oneEngine({})

const keyWith = async (scope: KeyScope, { engine }: TestEngine = tools()) =>
  (await engine.keys.add({ user: 'ada', scope, label: '' })).key

/** Asks every route with a key, and tells by which code it was refused. */
async function refusals(key: string) {
  const found = new Map<string, { access: string | undefined; code: string | undefined; status: number }>()
  for (const route of eachRoute(tools())) {
    const call = { method: route.method, key, ...(route.body && { body: {} }) }
    const response = await tools().call(route.plainPath, call)
    const text = response.status >= 400 ? await response.text() : ''
    await response.body?.cancel().catch(() => {})
    const code = text.startsWith('{"error"') ? (JSON.parse(text) as { error: { code: string } }).error.code : undefined
    found.set(route.name, { access: route.access, code, status: response.status })
  }
  return found
}

test('every route declares the scope that it needs: nothing that changes something is open to readers', () => {
  for (const { name, method, access } of eachRoute(tools())) {
    expect(access, name).toBeDefined()
    // A key that may only read makes tokens that may only read, and ends its own.
    const isOfTokens = name.includes('/v1/tokens')
    if (method !== 'GET') expect(['user', 'admin', ...(isOfTokens ? ['read'] : [])], name).toContain(access)
  }
})

test('a key that may only read is refused by every writing route, with a code that says so, and by no reading one', async () => {
  for (const [name, { access, code, status }] of await refusals(await keyWith('read'))) {
    if (access === 'read' || access === 'open') expect([code, status], name).not.toContain(403)
    else expect([code, status], name).toEqual(['SCOPE_TOO_NARROW', 403])
  }
})

test('a metrics key opens metrics and health, and nothing else: it makes no keys', async () => {
  const key = await keyWith('metrics')
  const opened = [...(await refusals(key))].filter(([, { code }]) => code !== 'SCOPE_TOO_NARROW').map(([name]) => name)
  expect(opened.toSorted()).toEqual(['GET /metrics', 'GET /v1/health'])
  await expectError(await tools().call('/v1/nothing', { key }), 'SCOPE_TOO_NARROW')
  const scraped = await tools().call('/metrics', { key })
  expect([scraped.status, await scraped.text()]).toEqual([200, expect.stringContaining('anneal_')])
})

test('a key of a user sees no metrics; an admin key opens every route', async () => {
  await expectError(await tools().call('/metrics'), 'SCOPE_TOO_NARROW')
  for (const [name, { status }] of await refusals(await keyWith('admin'))) expect(status, name).not.toBe(403)
})

test('a key that may only read, and a metrics key, open nothing of the API of E2B', async () => {
  const door = createControlPlane(tools().engine)
  for (const scope of ['read', 'metrics'] as const) {
    const key = await keyWith(scope)
    for (const path of ['/sandboxes', '/v2/sandboxes', '/templates', '/volumes', '/secrets', '/nothing']) {
      const response = await door.fetch(new Request(`http://localhost${path}`, requestInit(key, {})))
      const expected = scope === 'read' && path === '/nothing' ? 404 : 403
      expect(response.status, `${scope} ${path}`).toBe(expected)
    }
  }
})

test('a key is made with a scope and an end, and the list shows both', async () => {
  const { call, keys } = tools()
  const made = await call('/v1/keys', { key: keys.admin, body: { user: 'cleo', scope: 'metrics', ttlS: 3600 } })
  const { key: _, ...info } = (await made.json()) as NewKey
  expect(info).toMatchObject({ scope: 'metrics', admin: false, expiresAt: info.createdAt + 3_600_000 })
  const { keys: listed } = (await (await call('/v1/keys', { key: keys.admin })).json()) as { keys: KeyInfo[] }
  expect(listed).toContainEqual(info)
  const contradiction = { user: 'cleo', scope: 'read', admin: true }
  await expectError(await call('/v1/keys', { key: keys.admin, body: contradiction }), 'INVALID_REQUEST')
})

/** Reads a stream to its end, after `then` has begun to happen. */
async function streamEndsWhen({ call }: TestEngine, key: string, then: () => Promise<unknown>): Promise<void> {
  const response = await call('/v1/events', { key, headers: { accept: 'text/event-stream' } })
  expect(response.status).toBe(200)
  const rest = response.text()
  await then()
  expect(await rest).toContain('id: ')
  await expectError(await call('/v1/events', { key, headers: { accept: 'text/event-stream' } }), 'UNAUTHENTICATED')
}

test('a stream ends at once when its key is revoked, and its reader cannot come back', async () => {
  const { engine } = tools()
  const { id, key } = await engine.keys.add({ user: 'ada', label: '' })
  await streamEndsWhen(tools(), key, () => engine.keys.revoke(id))
})

test('a stream ends when its key expires, and its reader cannot come back', async () => {
  const { key } = await tools().engine.keys.add({ user: 'ada', label: '', ttlS: 1 })
  await streamEndsWhen(tools(), key, async () => {})
})

test('a stream ends when another server on the same data revokes its key, at the next sign of life', async () => {
  const env = { ANNEAL_LEASE_MS: '300' }
  await withEngine({ home: tools().home, env }, async (other) => {
    const { id, key } = await tools().engine.keys.add({ user: 'ada', label: '' })
    await streamEndsWhen(other, key, () => tools().engine.keys.revoke(id))
  })
})
