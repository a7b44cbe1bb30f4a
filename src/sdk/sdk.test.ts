import { describe, expect, it } from 'vitest'
import { reduceRun } from '../contract/reduce-run.ts'
import { collect, failureOf } from './collect.fixture.ts'
import { API_KEY, createFakeServer } from './fake-server.fixture.ts'
import { createClient } from './sdk.ts'
import { helloRun, RUN_ID } from './story.fixture.ts'

const clientOf = (server = createFakeServer(), apiKey = API_KEY) =>
  createClient({ baseUrl: 'http://anneal.test', apiKey, fetch: server.fetch, sleep: async () => undefined })

describe('the client', () => {
  it('streams every event of a run in order', async () => {
    expect(await collect(clientOf().stream({ code: 'print(42)', language: 'python' }))).toEqual(helloRun())
  })

  it('gives the result of the events', async () => {
    expect(await clientOf().run({ code: 'print(42)', language: 'python' })).toEqual(reduceRun(helloRun()))
  })

  it('follows a run from the beginning or from behind an event', async () => {
    const { runs } = clientOf()
    expect(await collect(runs.follow(RUN_ID))).toEqual(helloRun())
    expect(await collect(runs.follow(RUN_ID, { after: 5 }))).toEqual(helloRun().slice(5))
  })

  it('sends the key, the body and the query of each call', async () => {
    const server = createFakeServer()
    const client = clientOf(server)
    await client.runs.list({ limit: 2, before: RUN_ID })
    await client.runs.get(RUN_ID)
    await client.runs.cancel(RUN_ID)
    await client.detect({ text: 'hi' })
    await client.health()
    await client.stats({ scope: 'all' })
    await client.stats()
    await client.logs({ level: 'warn', limit: 5 })
    await client.keys.add({ user: 'bob' })
    await client.keys.list()
    await client.keys.revoke('key01k9vq3ce4r8u2m5t7a1b')
    await client.config()
    await client.doctor()
    await client.checks.list()
    await client.checks.run('no-network')
    expect(server.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET /v1/runs?limit=2&before=${RUN_ID}`,
      `GET /v1/runs/${RUN_ID}`,
      `POST /v1/runs/${RUN_ID}/cancel`,
      'POST /v1/detect',
      'GET /v1/health',
      'GET /v1/stats?scope=all',
      'GET /v1/stats',
      'GET /v1/logs?level=warn&limit=5&format=json',
      'POST /v1/keys',
      'GET /v1/keys',
      'DELETE /v1/keys/key01k9vq3ce4r8u2m5t7a1b',
      'GET /v1/config',
      'GET /v1/doctor',
      'GET /v1/doctor/checks',
      'POST /v1/doctor/checks/no-network',
    ])
    expect(server.calls.every(({ headers }) => headers.get('authorization') === `Bearer ${API_KEY}`)).toBe(true)
    expect(server.calls[3]?.body).toEqual({ text: 'hi' })
  })

  it('gives the log as the server’s text', async () => {
    expect(await clientOf().logsCsv()).toBe('at,level\r\n1,info\r\n')
  })

  it('keeps a path in the base address', async () => {
    const server = createFakeServer()
    await failureOf(createClient({ baseUrl: 'http://anneal.test/engine/', fetch: server.fetch }).health())
    expect(server.calls[0]?.path).toBe('/engine/v1/health')
  })

  it('turns an error of the server into an ApiError with all its fields', async () => {
    const error = await failureOf(clientOf(createFakeServer(), 'wrong').config())
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', status: 401, retry: false, requestId: 'req1' })
    expect(error.message).toBe('No valid API key: it is unknown.')
    expect(error.hint).toContain('anneal keys add')
  })

  it('refuses an invalid request before it is sent', async () => {
    const server = createFakeServer()
    const client = clientOf(server)
    expect(await failureOf(client.runs.get('../keys'))).toMatchObject({ code: 'RUN_NOT_FOUND', status: 404 })
    expect(await failureOf(client.keys.revoke(''))).toMatchObject({ code: 'KEY_NOT_FOUND' })
    expect(() => createClient({ baseUrl: 'localhost:4400' })).toThrow(
      '"localhost:4400" is not an http or https address',
    )
    expect(server.calls).toEqual([])
  })

  it('never repeats a key it cannot send', () => {
    expect(() => createClient({ baseUrl: 'http://anneal.test', apiKey: 'secret\nkey' })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('secret') }),
    )
  })
})
