import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { EngineError } from '../../contract/errors.ts'
import { createDoor, type DoorEngine } from './create-door.ts'
import { json, route } from './route.ts'
import { row } from './row.ts'

const rows = [
  row(
    { method: 'GET', path: '/things/{thingId}', query: z.object({ n: z.coerce.number().optional() }) },
    async (call) =>
      // The type of each part comes from the path and the schema.
      json({ id: call.params.thingId.toUpperCase(), n: call.query.n?.toFixed(1), by: call.caller.userId }),
  ),
  row({ method: 'POST', path: '/things', body: z.object({ name: z.string() }) }, async ({ body }) => json(body, 201)),
  row({ method: 'DELETE', path: '/things/{thingId}', access: 'admin' }, async () => json('gone')),
  row({ method: 'GET', path: '/open', access: 'open' }, async ({ caller }) => json(caller)),
  row({ method: 'GET', path: '/broken' }, async () => {
    throw new Error('a bug')
  }),
]

/** A door whose failures contain only their code, and everything it counted. */
function doorWith({ knowsMethods = true } = {}) {
  const counted: string[] = []
  const engine = {
    config: { bodyBytes: 100, ratePerSecond: 1000, concurrentRequests: 10, concurrentRequestsPerUser: 10 },
    keys: {
      verify: async (key: string) =>
        key === 'wrong' ? undefined : { userId: key, scope: key === 'root' ? 'admin' : 'user' },
    },
    metrics: {
      observeRequest: ({ method, route, status }: Record<string, unknown>) =>
        void counted.push(`${method} ${route} ${status}`),
    },
    onBug: () => new EngineError('INTERNAL', { requestId: 'of the log' }),
    newRequestId: () => 'req1',
    inTurnOf: (_: string, work: () => unknown) => work(),
    causedBy: (_: string, work: () => unknown) => work(),
  } as unknown as DoorEngine
  const door = createDoor(engine, {
    ...{ rows, knowsMethods, policy: { allowedHosts: [], allowedOrigins: ['https://page.example'] } },
    cors: () => ({ 'access-control-allow-methods': 'GET' }),
    readJson: (request) => request.json(),
    refuse: ({ code, status }) => ({ status, headers: {}, body: code }),
  })
  const call = async (name: string, { key = 'ada', ...init }: RequestInit & { key?: string } = {}) => {
    const [method = '', path = ''] = name.split(' ')
    const headers = { ...(key !== '' && { 'x-api-key': key }), ...init.headers }
    const response = await door.fetch(new Request(`http://localhost${path}`, { ...init, method, headers }))
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  return { call, counted, door }
}

describe('a row', () => {
  it('has exactly the parts of its path; a row of our own API declares the form of each', () => {
    // @ts-expect-error: no part of the path has this name.
    row({ method: 'GET', path: '/things/{thingId}' }, async ({ params }) => json(params.other))
    const told = { summary: '', answers: [] }
    // @ts-expect-error: the form of the part is missing.
    route({ method: 'GET', path: '/things/{thingId}', ...told }, async () => json(1))
    const params = z.object({ otherId: z.string() })
    // @ts-expect-error: a form for another part.
    const wrong = row({ method: 'GET', path: '/things/{thingId}', params }, async () => json(1))
    expect(wrong.path).toBe('/things/{thingId}')
  })
})

describe('a door', () => {
  it('gives a handler the parts of the path, the query and the body in their types', async () => {
    const { call } = doorWith()
    expect((await call('GET /things/a%2Fb?n=1&n=2')).text).toBe('{"id":"A/B","n":"1.0","by":"ada"}')
    expect(await call('POST /things', { body: '{"name":"x"}' })).toMatchObject({ status: 201, text: '{"name":"x"}' })
    expect((await call('POST /things', { body: '{}' })).text).toBe('INVALID_REQUEST')
    expect((await call('GET /things/%ff')).text).toBe('INVALID_REQUEST')
  })

  it.each(['GET /things/x', 'GET /nothing', 'PATCH /things/x', 'GET /things/%ff'])(
    'needs a key for %s before it reveals anything',
    async (name) => {
      const { call } = doorWith()
      for (const key of ['', 'wrong']) expect((await call(name, { key })).text).toBe('UNAUTHENTICATED')
    },
  )

  it('lets anybody into an open row, and only admins into an admin row', async () => {
    const { call } = doorWith()
    expect((await call('GET /open', { key: '' })).text).toBe('{"userId":"","scope":"read"}')
    expect((await call('DELETE /things/x')).text).toBe('FORBIDDEN')
    expect((await call('DELETE /things/x', { key: 'root' })).status).toBe(200)
  })

  it('tells a wrong method from a wrong path and answers HEAD like GET, where its API does', async () => {
    const ours = doorWith()
    expect((await ours.call('PATCH /things/x')).text).toBe('METHOD_NOT_ALLOWED')
    expect(await ours.call('HEAD /things/x')).toMatchObject({ status: 200, text: '' })
    const other = doorWith({ knowsMethods: false })
    expect((await other.call('PATCH /things/x')).text).toBe('NOT_FOUND')
    expect((await other.call('HEAD /things/x')).status).toBe(404)
  })

  it('counts every request once, under the path of its row', async () => {
    const { call, counted, door } = doorWith()
    for (const name of ['GET /things/x', 'DELETE /things/x', 'HEAD /open', 'GET /broken', 'GET /x', 'PATCH /things'])
      await call(name)
    await call('GET /things/x', { key: '' })
    await call('GET /things/x', { headers: { host: 'evil.example' } })
    door.refuse(new Error('nobody could read it'))
    expect(counted).toEqual([
      ...['GET /things/{thingId} 200', 'DELETE /things/{thingId} 403', 'HEAD /open 200', 'GET /broken 500'],
      ...['GET unknown 404', 'PATCH unknown 405', 'GET /things/{thingId} 401', 'GET /things/{thingId} 403'],
      ' unknown 500',
    ])
  })

  it('gives every answer an id, and a bug the id in the log', async () => {
    const { call } = doorWith()
    const ids = ['GET /things/x', 'GET /nothing', 'GET /broken'].map(async (name) =>
      (await call(name)).headers.get('x-request-id'),
    )
    expect(await Promise.all(ids)).toEqual(['req1', 'req1', 'of the log'])
  })

  it('lets pages of allowed origins read answers and failures, and no others', async () => {
    const { call } = doorWith()
    const from = (name: string, origin: string) => call(name, { headers: { origin } })
    for (const name of ['GET /things/x', 'GET /nothing', 'OPTIONS /things/x']) {
      const { headers } = await from(name, 'https://page.example')
      expect([headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([
        'https://page.example',
        'origin',
      ])
      const refused = await from(name, 'https://evil.example')
      expect([refused.text, refused.headers.get('access-control-allow-origin')]).toEqual(['ORIGIN_REFUSED', null])
    }
  })
})
