import { expect, test } from 'vitest'
import type { NewToken, TokenInfo } from '../src/contract/token.ts'
import { createControlPlane } from '../src/server/e2b/control/control-plane.ts'
import { eachRoute, NO_RUN } from './support/each-route.ts'
import { requestInit, withEngine } from './support/engine.ts'
import { sentEvents } from './support/events.ts'
import { expectError } from './support/expect-error.ts'
import { PAGE, READ_RUN, tokenTools } from './support/token-tools.ts'

const { tools, call, made, newSession, newToken, worldOf } = tokenTools()
const STREAM = { accept: 'text/event-stream' }

/** Asks every route about given subjects, and tells those that let the caller in. */
async function openedBy(token: string, at: { sessionId: string; runId: string }) {
  const opened: string[] = []
  for (const route of eachRoute(tools())) {
    const path = route.path.replace('{sessionId}', at.sessionId).replace('{runId}', at.runId)
    const plain = path.replace(/\{(\w+)\*?\}/g, (_, name) => PARTS[name] ?? 'nothing')
    const query = QUERIES[route.path]?.(at.sessionId) ?? ''
    const run = { session: at.sessionId, code: 'pass', language: 'python' }
    const body = route.path === '/v1/runs' ? run : (route.example?.body ?? {})
    const response = await call(plain + query, { method: route.method, key: token, ...(route.body && { body }) })
    const text = response.status >= 400 ? await response.text() : ''
    await response.body?.cancel().catch(() => {})
    if (route.access === 'open' || text.includes('"TOKEN_TOO_NARROW"')) continue
    expect(response.status, `${route.name} ${text}`).not.toBe(401)
    opened.push(route.name)
  }
  return opened.toSorted()
}
const PARTS: Record<string, string> = {
  keyId: 'key000000000000000000000',
  tokenId: 'tok000000000000000000000',
  path: 'a.txt',
}

const QUERIES: Record<string, (sessionId: string) => string> = {
  '/v1/events': (sessionId) => `?subject=session:${sessionId}&limit=1`,
  '/v1/sessions/{sessionId}/file': () => '?path=a.txt',
  '/v1/sessions/{sessionId}/variables/{name}': () => '?language=python',
}

const READ_SESSION = [
  ...['GET /v1/events', 'GET /v1/sessions/{sessionId}/file', 'GET /v1/sessions/{sessionId}/files'],
  ...['GET /v1/sessions/{sessionId}/history', 'GET /v1/sessions/{sessionId}/variables'],
  'GET /v1/sessions/{sessionId}/variables/{name}',
]
const USE_SESSION = [
  ...['DELETE /v1/sessions/{sessionId}/file', 'POST /v1/runs', 'PUT /v1/sessions/{sessionId}/file'],
  'PUT /v1/sessions/{sessionId}/variables/{name}',
]

test('a token opens exactly the routes of its own session or run, of all routes there are, and none about another', async () => {
  const { session, other, run, otherRun, plainRun } = await worldOf()
  const use = (await newToken({ session, rights: 'use' })).token
  const read = (await newToken({ session })).token
  const ofRun = (await newToken({ run: plainRun })).token
  const own = { sessionId: session, runId: run }
  expect(await openedBy(use, own)).toEqual(
    [...READ_RUN, ...READ_SESSION, ...USE_SESSION, 'POST /v1/runs/{runId}/cancel'].toSorted(),
  )
  expect(await openedBy(read, own)).toEqual([...READ_RUN, ...READ_SESSION].toSorted())
  expect(await openedBy(ofRun, { sessionId: session, runId: plainRun })).toEqual(READ_RUN)
  for (const foreign of [
    { sessionId: other, runId: otherRun },
    { sessionId: other, runId: plainRun },
    { sessionId: other, runId: NO_RUN },
  ])
    expect(await openedBy(use, foreign), JSON.stringify(foreign)).toEqual([])
  await expectError(await call('/v1/nothing', { key: use }), 'TOKEN_TOO_NARROW')
})

test('a token opens nothing of the API of E2B', async () => {
  const { session } = await worldOf()
  const { token } = await newToken({ session, rights: 'use' })
  const door = createControlPlane(tools().engine)
  for (const path of ['/sandboxes', '/v2/sandboxes', '/templates', '/volumes', '/secrets', '/nothing']) {
    const response = await door.fetch(new Request(`http://localhost${path}`, requestInit(token, {})))
    expect(response.status, path).toBe(403)
  }
})

test('a token is made with a key alone, for the things of its user, for as long as the server allows, and is listed without its secret', async () => {
  const { session, plainRun } = await worldOf()
  const { keys, engine } = tools()
  const { token, ...info } = await newToken({ session, rights: 'use', ttlS: 60 })
  expect(token).toMatch(/^tok_e2b_[0-9a-f]{40}$/)
  expect(info).toMatchObject({ session, rights: 'use', revokedAt: null, expiresAt: info.createdAt + 60_000 })
  const { tokens } = await made<{ tokens: TokenInfo[] }>('/v1/tokens', {})
  expect(tokens).toContainEqual(info)
  expect(JSON.stringify(tokens)).not.toContain(token.slice(8))
  const usual = await newToken({ run: plainRun })
  expect([usual.rights, usual.expiresAt - usual.createdAt, usual.run]).toEqual(['read', 600_000, plainRun])
  const ask = (body: object, key: string) => call('/v1/tokens', { body, key })
  await expectError(await ask({ session }, token), 'TOKEN_TOO_NARROW')
  await expectError(await ask({ session }, keys.ben), 'SESSION_NOT_FOUND')
  await expectError(await ask({ run: plainRun }, keys.admin), 'RUN_NOT_FOUND')
  for (const body of [{}, { session, run: plainRun }, { session, ttlS: 0 }, { session, rights: 'admin' }])
    await expectError(await ask(body, keys.ada), 'INVALID_REQUEST')
  await expectError(await ask({ session, ttlS: 901 }, keys.ada), 'LIMIT_TOO_HIGH')
  const reader = (await engine.keys.add({ user: 'ada', scope: 'read', label: '' })).key
  expect((await newToken({ session }, reader)).rights).toBe('read')
  await expectError(await ask({ session, rights: 'use' }, reader), 'SCOPE_TOO_NARROW')
  await expectError(await call(`/v1/tokens/${info.id}`, { method: 'DELETE', key: reader }), 'TOKEN_NOT_FOUND')
  await expectError(await call(`/v1/tokens/${info.id}`, { method: 'DELETE', key: keys.ben }), 'TOKEN_NOT_FOUND')
  const scraper = (await engine.keys.add({ user: 'ada', scope: 'metrics', label: '' })).key
  await expectError(await ask({ session }, scraper), 'SCOPE_TOO_NARROW')
  const { key: brief } = await engine.keys.add({ user: 'ada', label: '', ttlS: 5 })
  const short = await newToken({ session, ttlS: 600 }, brief)
  expect(short.expiresAt - short.createdAt, 'it would outlive its key').toBeLessThanOrEqual(5000)
})

test('a user has as many open tokens as the setting allows, and no more', async () => {
  await withEngine({ env: { ANNEAL_TOKENS_PER_USER: '2' } }, async (few) => {
    const { id: session } = (await (await few.call('/v1/sessions', { body: {} })).json()) as { id: string }
    const add = () => few.call('/v1/tokens', { body: { session } })
    const first = (await (await add()).json()) as NewToken
    await add()
    await expectError(await add(), 'TOKENS_FULL')
    await few.call(`/v1/tokens/${first.id}`, { method: 'DELETE' })
    expect((await add()).status).toBe(201)
  })
})

test('a page runs code in its session and follows it, by header and by link, from any event on', async () => {
  const { session } = await worldOf()
  const { token } = await newToken({ session, rights: 'use' })
  const body = { session, code: 'print("a"); print("b")', language: 'python', background: true }
  const started = await call('/v1/runs', { key: token, body, headers: { origin: PAGE } })
  expect(started.status).toBe(202)
  const { runId } = (await started.json()) as { runId: string }
  const follow = (more: Record<string, string> = {}) =>
    call(`/v1/runs/${runId}/events?token=${token}`, { key: '', headers: { ...STREAM, origin: PAGE, ...more } })
  const ids: string[] = []
  for await (const { id } of sentEvents(await follow())) ids.push(id)
  expect(ids).toEqual(ids.map((_, index) => String(index + 1)))
  const rest: string[] = []
  for await (const { id } of sentEvents(await follow({ 'last-event-id': '3' }))) rest.push(id)
  expect(rest).toEqual(ids.slice(3))
  const link = await call(`/v1/sessions/${session}/file?path=figure.txt&token=${token}`, { key: '' })
  expect([link.status, await link.text()]).toEqual([200, 'drawn'])
  expect(link.headers.get('referrer-policy')).toBe('no-referrer')
  const story = await call(`/v1/runs/${runId}?token=${token}&wait=0`, { key: '' })
  expect(await story.json()).toMatchObject({ outcome: 'ok', sessionId: session })
  const events = await call(`/v1/events?subject=session:${session}`, { key: token })
  expect(await events.text(), 'metadata are for the owner').not.toContain('private-7')
})

test('a page calls no address in the name of its user, and lowers no guard', async () => {
  const { session } = await worldOf()
  const { token } = await newToken({ session, rights: 'use' })
  const run = { session, code: 'pass', language: 'python' }
  for (const more of [
    { webhook: { url: 'https://hook.example/' } },
    { options: { guard: { severities: { critical: 'allow' } } } },
    { options: { securityCheck: false } },
  ])
    await expectError(await call('/v1/runs', { key: token, body: { ...run, ...more } }), 'TOKEN_TOO_NARROW')
})

/** Opens a stream with a token, lets something happen, and expects that the stream ends and nobody comes back. */
async function streamEndsWhen(one: NewToken, then: () => Promise<unknown>, reason: string): Promise<void> {
  const path = `/v1/events?subject=session:${one.session}&token=${one.token}`
  const stream = await call(path, { key: '', headers: STREAM })
  expect(stream.status).toBe(200)
  const rest = stream.text()
  await then()
  expect(await rest).toContain('id: ')
  const again = await call(path, { key: '', headers: STREAM })
  expect(again.headers.get('www-authenticate'), 'a browser would ask for a password').toMatch(/^Bearer/)
  expect(await again.clone().text()).toContain(reason)
  await expectError(again, 'TOKEN_ENDED')
}

test('a token ends when it is revoked, with its key, with its session, and when its time is over; so do its streams', async () => {
  const { engine } = tools()
  const { session } = await worldOf()
  const revoked = await newToken({ session })
  const revoke = () => call(`/v1/tokens/${revoked.id}`, { method: 'DELETE' })
  await streamEndsWhen(revoked, revoke, 'it was revoked')
  const { id, key } = await engine.keys.add({ user: 'ada', label: '' })
  await streamEndsWhen(await newToken({ session }, key), () => engine.keys.revoke(id), 'the key that made it has ended')
  const spare = await newSession()
  const remove = () => call(`/v1/sessions/${spare}`, { method: 'DELETE' })
  await streamEndsWhen(await newToken({ session: spare }), remove, 'its session is gone')
  await streamEndsWhen(await newToken({ session, ttlS: 1 }), async () => {}, 'its time is over')
})

test('a token made by one server opens another on the same data, and ends there when it is revoked here', async () => {
  const env = { ANNEAL_LEASE_MS: '300' }
  const { session } = await worldOf()
  const { token, id } = await newToken({ session })
  await withEngine({ home: tools().home, env }, async (elsewhere) => {
    const path = `/v1/events?subject=session:${session}`
    const stream = await elsewhere.call(path, { key: token, headers: STREAM })
    expect(stream.status).toBe(200)
    const rest = stream.text()
    await call(`/v1/tokens/${id}`, { method: 'DELETE' })
    await rest
    await expectError(await elsewhere.call(path, { key: token, headers: STREAM }), 'TOKEN_ENDED')
  })
})
