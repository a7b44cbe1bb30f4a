import { expect, test } from 'vitest'
import type { NewToken, TokenInfo } from '../src/contract/token.ts'
import { createControlPlane } from '../src/server/e2b/control/control-plane.ts'
import { eachRoute, NO_RUN, runCode } from './support/each-route.ts'
import { type Call, requestInit, type TestEngine, withEngine } from './support/engine.ts'
import { sentEvents } from './support/events.ts'
import { expectError } from './support/expect-error.ts'
import { oneEngine } from './support/one-engine.ts'

const PAGE = 'https://page.example'
// Without signs of life meanwhile: streams end at once, not at the next one.
const tools = oneEngine({
  env: {
    ANNEAL_ALLOWED_ORIGINS: PAGE,
    ANNEAL_LOG_LEVEL: 'debug',
    ANNEAL_MAX_TOKEN_TTL_S: '900',
    ANNEAL_LEASE_MS: '600000',
  },
})

const STREAM = { accept: 'text/event-stream' }
const call = (path: string, init: Call = {}) => tools().call(path, init)

async function made<T>(path: string, init: Call): Promise<T> {
  const response = await call(path, init)
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

const newSession = async (body: object = {}) => (await made<{ id: string }>('/v1/sessions', { body })).id
const newToken = (body: object, key?: string) =>
  made<NewToken>('/v1/tokens', { body, ...(key !== undefined && { key }) })
const inSession = (session: string, code = 'print(1)') =>
  runCode({ call }, { session, code, language: 'python', options: { analysis: false } })

/** Two sessions of the same user with a run in each, and one run outside of both; made once, since sessions take a while. */
let world: Promise<{ session: string; other: string; run: string; otherRun: string; plainRun: string }> | undefined
function worldOf() {
  world ??= (async () => {
    const [session, other] = [await newSession({ metadata: { ticket: 'private-7' } }), await newSession()]
    const { runId: run } = await inSession(session, 'open("figure.txt", "w").write("drawn"); x = 6 * 7')
    const { runId: otherRun } = await inSession(other)
    const plain = { code: 'echo 1 > a.txt', language: 'bash' }
    return { session, other, run, otherRun, plainRun: (await runCode({ call }, plain)).runId }
  })()
  return world
}

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

const READ_RUN = ['GET /v1/runs/{runId}', 'GET /v1/runs/{runId}/events', 'GET /v1/runs/{runId}/files/{path}']
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

test('a token is made with a key alone, for what its user has, for as long as the server allows, and is listed without its secret', async () => {
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

test('a user has so many open tokens, and no more', async () => {
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

test('attack: an altered token, and one that was never made, open nothing', async () => {
  const { session } = await worldOf()
  const { token } = await newToken({ session })
  const path = `/v1/sessions/${session}/history`
  const flipped = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')
  for (const wrong of [flipped, `tok_e2b_${'0'.repeat(40)}`])
    await expectError(await call(path, { key: wrong }), 'TOKEN_ENDED')
  for (const wrong of [token.slice(4), token.toUpperCase(), `${token}0`, token.slice(0, -1), `tok_${token}`])
    await expectError(await call(path, { key: wrong }), 'UNAUTHENTICATED')
})

test('attack: a token in the address of a changing request, or of any row that is no link, opens nothing; nor does a key in an address', async () => {
  const { session } = await worldOf()
  const { token } = await newToken({ session, rights: 'use' })
  const byLink = new Set([...READ_RUN, 'GET /v1/events', 'GET /v1/sessions/{sessionId}/file'])
  for (const { name, method, access, plainPath, body } of eachRoute(tools())) {
    if (access === 'open' || byLink.has(name)) continue
    const path = `${plainPath.replace(/ses0+/, session)}?token=${token}`
    const response = await call(path, {
      method,
      key: '',
      ...(body && { body: { session, code: '1', language: 'python' } }),
    })
    await expectError(response, 'UNAUTHENTICATED')
  }
  for (const method of ['POST', 'PUT', 'DELETE'])
    await expectError(await call(`/v1/events?token=${token}`, { method, key: '' }), 'UNAUTHENTICATED')
  const key = tools().keys.ada
  await expectError(await call(`/v1/events?subject=session:${session}&token=${key}`, { key: '' }), 'UNAUTHENTICATED')
})

test('attack: encoded slashes, dots, doubled names and other spellings lead a token nowhere else', async () => {
  const { session, other, run, otherRun } = await worldOf()
  const { token } = await newToken({ session, rights: 'use' })
  for (const path of [
    `/v1/sessions/${session}%2F..%2F${other}/history`,
    `/v1/sessions/${session}/../${other}/history`,
    `/v1/sessions/${session}/%2e%2e/${other}/history`,
    `/v1/sessions/${other}%00${session}/history`,
    `/v1//sessions/${other}/history`,
    `/v1/sessions/${session};/../${other}/history`,
    `/v1/runs/${run}%2F..%2F${otherRun}`,
    `/v1/runs/${run}/files/..%2F..%2F${otherRun}%2Ffiles%2Fa.txt`,
    `/v1/runs/${run}/files/../../${otherRun}`,
    `/v1/events?subject=session:${other}&subject=session:${session}`,
    `/v1/events?subject=session:${session}%0A&subject=session:${other}`,
    `/v1/events?subject=SESSION:${session}`,
    `/v1/events?subject=run:${otherRun}`,
    '/v1/events',
  ]) {
    const response = await call(path, { key: token })
    expect([400, 403, 404], `${path} ${response.status}`).toContain(response.status)
    expect(await response.text()).not.toContain('"seq"')
  }
})

test('attack: a token neither reads nor takes the Idempotency-Key of the holder of the key', async () => {
  const { session } = await worldOf()
  const { token } = await newToken({ session, rights: 'use' })
  const headers = { 'idempotency-key': 'order-1' }
  const ask = (code: string, key?: string) =>
    call('/v1/runs', { headers, body: { session, code, language: 'python', background: true }, ...(key && { key }) })
  expect((await ask('1', token)).status).toBe(202)
  const ours = await ask('2')
  expect([ours.status, ours.headers.get('idempotent-replayed')]).toEqual([202, null])
  expect((await ask('1', token)).headers.get('idempotent-replayed')).toBe('true')
})

test('attack: a page that floods the server with its token does not shut out the holder of the key', async () => {
  await withEngine({ env: { ANNEAL_RATE_PER_SECOND: '5' } }, async (slow) => {
    const { id: session } = (await (await slow.call('/v1/sessions', { body: {} })).json()) as { id: string }
    const { token } = (await (await slow.call('/v1/tokens', { body: { session } })).json()) as NewToken
    const path = `/v1/sessions/${session}/history`
    const flood = await Promise.all(Array.from({ length: 40 }, () => slow.call(path, { key: token })))
    expect(flood.map(({ status }) => status)).toContain(429)
    expect((await slow.call(path)).status).toBe(200)
  })
})

test('no token is in the log, the metrics, the journal or an answer about something else, also when a program prints it', async () => {
  const { session } = await worldOf()
  const { token } = await newToken({ session, rights: 'use' })
  const own = tools()
  const answers = [
    await call(`/v1/events?subject=session:${session}&after=nonsense&token=${token}`, { key: '' }),
    await call(`/v1/runs/${NO_RUN}?token=${token}`, { key: '' }),
    await call(`/v1/sessions/${session}/file?path=no-such&token=${token}`, { key: '' }),
    await call(`/v1/stats?token=${token}`),
    await call('/v1/nothing', { key: token }),
  ]
  for (const answer of answers) {
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(JSON.stringify([...answer.headers]) + (await answer.text())).not.toContain(token.slice(8))
  }
  const { runId } = await inSession(session, `print("${token}")`)
  const journal = await (await call(`/v1/events?subject=run:${runId}&limit=1000`)).text()
  expect(journal).toContain('tok_e2b_•••')
  const metrics = await (await call('/metrics', { key: own.keys.admin })).text()
  expect(own.logs.length, 'nothing was logged at all').toBeGreaterThan(0)
  for (const text of [journal, metrics, JSON.stringify(own.logs)]) expect(text).not.toContain(token.slice(8))
})

test('a page of an allowed origin learns everything it needs from an answer; any other gets no header of CORS', async () => {
  const { session } = await worldOf()
  const { token } = await newToken({ session })
  const ask = (origin: string, method = 'GET') =>
    call(`/v1/sessions/${session}/history`, { method, key: method === 'OPTIONS' ? '' : token, headers: { origin } })
  for (const method of ['GET', 'OPTIONS']) {
    const { headers, status } = await ask(PAGE, method)
    expect(status).toBe(method === 'GET' ? 200 : 204)
    expect(headers.get('access-control-allow-origin')).toBe(PAGE)
    expect(headers.get('access-control-allow-credentials'), 'cookies must never count').toBeNull()
    expect(headers.get('vary')).toBe('origin')
    for (const name of ['location', 'retry-after', 'idempotent-replayed', 'x-request-id', 'x-run-id'])
      expect(headers.get('access-control-expose-headers')).toContain(name)
    const refused = await ask('https://evil.example', method)
    expect([...refused.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(refused.headers.get('vary')).toBe('origin')
    await expectError(refused, 'ORIGIN_REFUSED')
  }
  expect((await call('/v1/health', { key: '' })).headers.get('vary')).toBe('origin')
})

test('no cookie opens anything', async () => {
  const { session } = await worldOf()
  const { token } = await newToken({ session })
  const cookie = `token=${token}; key=${tools().keys.ada}; authorization=Bearer ${token}`
  await expectError(await call(`/v1/sessions/${session}/history`, { key: '', headers: { cookie } }), 'UNAUTHENTICATED')
})

test('erasing a user ends their tokens', async () => {
  const { engine, keys }: TestEngine = tools()
  const { key } = await engine.keys.add({ user: 'dora', label: '' })
  const { id: session } = await made<{ id: string }>('/v1/sessions', { key, body: {} })
  const { token } = await newToken({ session }, key)
  await call('/v1/users/dora/data', { method: 'DELETE', key: keys.admin })
  await expectError(await call(`/v1/sessions/${session}/history`, { key: token }), 'TOKEN_ENDED')
})
