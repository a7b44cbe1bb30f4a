import { expect, test } from 'vitest'
import type { NewToken } from '../src/contract/token.ts'
import { eachRoute, NO_RUN } from './support/each-route.ts'
import { type TestEngine, withEngine } from './support/engine.ts'
import { expectError } from './support/expect-error.ts'
import { PAGE, READ_RUN, tokenTools } from './support/token-tools.ts'

const { tools, call, made, newToken, inSession, worldOf } = tokenTools()

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
