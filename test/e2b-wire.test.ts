import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'

let server: E2bServer

beforeAll(async () => {
  server = await startE2bServer({
    env: { ANNEAL_BODY_BYTES: '1000000', ANNEAL_ALLOWED_ORIGINS: 'https://app.example' },
  })
})
afterAll(() => server.close())

describe('both generations of E2B’s clients', () => {
  test('make sandboxes, each with the defaults of its generation', async () => {
    const first = await ask('POST', '/sandboxes', { templateID: 'base', envVars: { A: '1' } })
    expect(first).toMatchObject({ status: 201, body: { templateID: 'base', trafficAccessToken: null, domain: null } })
    expect(first.body).not.toHaveProperty('envdAccessToken')
    expect(await lifeOf(first.body.sandboxID)).toBe('15 s')
    const second = await ask('POST', '/v2/sandboxes', { templateID: 'base', metadata: { wire: 'yes' } })
    expect(second).toMatchObject({ status: 201, body: { envdAccessToken: expect.stringMatching(/^\w{20,}$/) } })
    expect(await lifeOf(second.body.sandboxID)).toBe('300 s')

    const id = second.body.sandboxID
    expect(await ask('POST', `/sandboxes/${id}/connect`, { timeout: 20 })).toMatchObject({
      status: 200,
      body: second.body,
    })
    expect(await ask('POST', `/v2/sandboxes/${id}/connect`)).toMatchObject({ status: 200, body: second.body })
    expect(await ask('POST', `/sandboxes/${id}/resume`, { timeout: 20 })).toMatchObject({
      status: 409,
      body: { code: 409 },
    })
    expect(await ask('POST', `/sandboxes/${id}/pause`)).toMatchObject({ status: 204 })
    expect(await ask('POST', `/sandboxes/${id}/resume`, { timeout: 20 })).toMatchObject({
      status: 201,
      body: second.body,
    })
    expect(await ask('POST', `/sandboxes/${id}/pause`, {})).toMatchObject({ status: 204 })
    expect(await ask('POST', `/v2/sandboxes/${id}/connect`, {})).toMatchObject({ status: 201 })
    expect(await ask('POST', `/sandboxes/${id}/refreshes`, { duration: 3600 })).toMatchObject({ status: 204 })

    const running = await ask('GET', '/sandboxes?metadata=wire%3Dyes')
    expect(running.body).toEqual([expect.objectContaining({ sandboxID: id, state: 'running' })])
    const listed = await ask('GET', '/v2/sandboxes?limit=1&state=running')
    expect(listed.headers.get('x-total-running')).toBe('2')
    expect(listed.headers.get('x-next-token')).toMatch(/./)

    const logs = await ask('GET', `/v2/sandboxes/${id}/logs?direction=backward`)
    const older = await ask('GET', `/sandboxes/${id}/logs`)
    expect(logs.body.logs.length).toBeGreaterThan(0)
    expect(older.body.logEntries).toEqual(logs.body.logs.toReversed())
    expect(await ask('DELETE', `/sandboxes/${id}`)).toMatchObject({ status: 204, text: '' })
    expect(await ask('DELETE', `/sandboxes/${id}`)).toMatchObject({ status: 404, body: { code: 404 } })
    const last = await ask('GET', `/v2/sandboxes/${id}/logs?direction=backward&limit=1`)
    expect(last.body.logs).toMatchObject([{ level: 'info', message: 'The sandbox ended: asked.' }])
    expect(await ask('GET', '/v2/sandboxes/nobody/logs')).toMatchObject({ status: 404, body: { code: 404 } })
  })
})

describe('any request', () => {
  test.each([
    ['no JSON', 'POST', '/sandboxes', '{', 400],
    ['JSON that is no object', 'POST', '/sandboxes', '[]', 400],
    ['nothing at all', 'POST', '/sandboxes', undefined, 400],
    ['a body beyond the limit', 'POST', '/sandboxes', 'x'.repeat(20_000_000), 413],
    ['a path nobody knows', 'GET', '/v2/sandboxes/a/b/c', undefined, 404],
    ['a method nobody knows', 'PATCH', '/sandboxes', undefined, 404],
    ['a path that is not UTF-8', 'GET', '/sandboxes/%ff', undefined, 400],
    ['an id with a slash', 'GET', '/sandboxes/..%2F..%2Fetc', undefined, 404],
  ])('%s is refused in the form of E2B', async (_, method, path, body, status) => {
    expect(await ask(method, path, body)).toMatchObject({
      status,
      body: { code: status, message: expect.any(String), error_code: expect.any(String) },
    })
  })

  test('may carry its key as a bearer token too', async () => {
    const headers = { authorization: `Bearer ${server.key}` }
    expect((await fetch(`${server.url}/v2/sandboxes`, { headers })).status).toBe(200)
    expect((await fetch(`${server.url}/v2/sandboxes`)).status).toBe(401)
  })

  test('is refused from foreign pages, and for names that were made to point here', async () => {
    const page = await ask('GET', '/v2/sandboxes', undefined, { origin: 'https://evil.example' })
    expect(page).toMatchObject({ status: 403, body: { code: 403 } })
    expect(page.headers.has('access-control-allow-origin')).toBe(false)
    expect(await rawAnswer('GET /v2/sandboxes HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')).toMatch(
      / 403 /,
    )
  })

  test('may come from a trusted page with any headers of the SDK, and the page reads the answer', async () => {
    const origin = 'https://app.example'
    const asked = {
      origin,
      'access-control-request-headers': 'x-api-key, lang',
      'access-control-request-method': 'POST',
    }
    const preflight = await fetch(`${server.url}/v2/sandboxes`, { method: 'OPTIONS', headers: asked })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toBe('x-api-key, lang')
    const { status, headers } = await ask('GET', '/v2/sandboxes', undefined, { origin })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, origin])
    expect(headers.get('access-control-expose-headers')).toContain('x-next-token')
  })

  test('does no harm when its client leaves in the middle', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      `POST /sandboxes HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${server.key}\r\nContent-Length: 100\r\n\r\n{"tem`,
    )
    socket.destroySoon()
    await once(socket, 'close')
    expect((await ask('GET', '/v2/sandboxes')).status).toBe(200)
    expect(server.logs.filter(({ level }) => level === 'error')).toEqual([])
  })

  test.each([
    [
      'expects what nobody gives',
      'POST /sandboxes HTTP/1.1\r\nHost: localhost\r\nExpect: x\r\nContent-Length: 2\r\n\r\n',
      417,
    ],
    ['has a path that is none', 'GET /sandboxes/\\x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 400],
  ])('is refused in the form of its API when it %s', async (_, request, status) => {
    const [head = '', body = ''] = (await rawAnswer(request)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} [\\s\\S]*x-request-id: req`, 'i'))
    expect(JSON.parse(body)).toEqual({ code: status, message: expect.any(String), error_code: expect.any(String) })
    const [, ours = ''] = (await rawAnswer(request.replace('/sandboxes', '/v1/runs'))).split('\r\n\r\n')
    expect(JSON.parse(ours)).toMatchObject({ error: { code: expect.any(String), requestId: expect.any(String) } })
  })

  test('to our own API is answered as before', async () => {
    expect((await ask('GET', '/v1/sessions')).status).toBe(200)
    expect((await ask('GET', '/v1/nothing')).body).toMatchObject({ error: { code: 'NOT_FOUND' } })
  })
})

test('a caller who is too fast is told when to come back, by either API', async () => {
  const slow = await startE2bServer({ env: { ANNEAL_RATE_PER_SECOND: '1' } })
  try {
    const headers = { 'x-api-key': slow.key }
    const calls = Array.from({ length: 8 }, (_, n) =>
      fetch(slow.url + (n % 2 ? '/v2/sandboxes' : '/v1/sessions'), { headers }),
    )
    const refused = (await Promise.all(calls)).filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(3)
    for (const { headers } of refused) expect(headers.get('retry-after')).toMatch(/^\d+$/)
    const e2b = refused.find(({ url }) => url.endsWith('/v2/sandboxes'))
    expect(await e2b?.json()).toMatchObject({ code: 429, error_code: 'rate_limited' })
  } finally {
    await slow.close()
  }
})

async function ask(method: string, path: string, body?: object | string, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, {
    method,
    headers: { 'x-api-key': server.key, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) }
}

/** The usual lifetime that a sandbox was given; a slow host takes some of it. */
async function lifeOf(id: string): Promise<string | undefined> {
  const { endAt } = (await ask('GET', `/sandboxes/${id}`)).body
  const leftSeconds = (Date.parse(endAt) - Date.now()) / 1000
  return [15, 300]
    .filter((seconds) => leftSeconds <= seconds && leftSeconds > seconds - 15)
    .map((seconds) => `${seconds} s`)[0]
}

async function rawAnswer(request: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.end(request)
  let heard = ''
  for await (const chunk of socket) heard += chunk
  return heard
}

test('a call of the control plane is counted once, under the path of its row', async () => {
  const countedAs = async (route: string) => {
    const { text } = await server.engine.metrics.expose()
    const lines = text.split('\n').filter((line) => line.startsWith('anneal_http_request_seconds_count'))
    const ours = lines.filter((line) => line.includes(`route="${route}"`))
    return ours.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }
  const before = await countedAs('/v2/sandboxes')
  await ask('GET', '/v2/sandboxes')
  expect((await countedAs('/v2/sandboxes')) - before).toBe(1)
  expect(await countedAs('e2b control')).toBe(0)
})
