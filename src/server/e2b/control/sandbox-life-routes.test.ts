import { describe, expect, it } from 'vitest'
import type { Machines } from '../../../engine.ts'
import { CONFIG, callRow, MACHINE, machinesWith } from './control-call.fixture.ts'
import { sandboxLifeRoutes } from './sandbox-life-routes.ts'

const rows = (given: Partial<Machines>) => sandboxLifeRoutes({ machines: machinesWith(given), config: CONFIG })

describe('connecting', () => {
  it('tells whether the sandbox was running, and gives it the requested time', async () => {
    const asked: unknown[] = []
    const answer = async (wasPaused: boolean, body?: unknown) => {
      const connect: Machines['connect'] = async (id, options) => {
        asked.push({ id, ...options })
        return { info: MACHINE, wasPaused }
      }
      return callRow(rows({ connect }), { method: 'POST', path: '/v2/sandboxes/mch1/connect', body })
    }
    expect(await answer(false)).toMatchObject({
      status: 200,
      body: { sandboxID: 'mch1', envdAccessToken: 'access-token' },
    })
    expect(await answer(true, { timeout: 10, memory: false })).toMatchObject({ status: 201 })
    expect(asked).toEqual([
      { id: 'mch1', userId: 'ada', keepsMemory: true },
      { id: 'mch1', userId: 'ada', timeoutMs: 10_000, keepsMemory: false },
    ])
  })
})

describe('resuming, as the first SDKs did', () => {
  it('wakes a paused sandbox, for 15 s by default', async () => {
    const connect: Machines['connect'] = async (_, { timeoutMs }) => ({
      info: { ...MACHINE, endAtMs: timeoutMs ?? 0 },
      wasPaused: true,
    })
    const paused = rows({ get: async () => ({ ...MACHINE, state: 'paused' }), connect })
    const call = { method: 'POST', path: '/sandboxes/mch1/resume', body: { autoPause: true } }
    expect(await callRow(paused, call)).toMatchObject({ status: 201, body: { sandboxID: 'mch1' } })
  })

  it('is refused for a running one', async () => {
    const running = rows({ get: async () => MACHINE })
    expect(await callRow(running, { method: 'POST', path: '/sandboxes/mch1/resume' })).toMatchObject({
      status: 409,
      body: { code: 409 },
    })
  })
})

describe('the life of a sandbox', () => {
  it('is set, refreshed, paused and ended by calls on machines', async () => {
    const told: unknown[] = []
    const tell =
      (name: string) =>
      async (...args: unknown[]) =>
        void told.push([name, ...args])
    const all = rows({
      setTimeout: tell('setTimeout'),
      refresh: tell('refresh'),
      pause: tell('pause'),
      kill: tell('kill'),
    })
    const post = (what: string, body?: unknown) =>
      callRow(all, { method: 'POST', path: `/sandboxes/mch1/${what}`, body })
    expect(await post('timeout', { timeout: 7 })).toEqual({ status: 204 })
    expect(await post('refreshes', { duration: 20 })).toEqual({ status: 204 })
    expect(await post('refreshes')).toEqual({ status: 204 })
    expect(await post('pause')).toEqual({ status: 204 })
    expect(await post('pause', { memory: false })).toEqual({ status: 204 })
    expect(await callRow(all, { method: 'DELETE', path: '/sandboxes/mch1' })).toEqual({ status: 204 })
    expect(told).toEqual([
      ['setTimeout', 'mch1', { userId: 'ada', timeoutMs: 7000 }],
      ['refresh', 'mch1', { userId: 'ada', timeoutMs: 20_000 }],
      ['refresh', 'mch1', { userId: 'ada', timeoutMs: 15_000 }],
      ['pause', 'mch1', { userId: 'ada', keepsMemory: true }],
      ['pause', 'mch1', { userId: 'ada', keepsMemory: false }],
      ['kill', 'mch1', 'ada'],
    ])
  })

  it.each([
    ['timeout', {}],
    ['timeout', { timeout: -1 }],
    ['timeout', { timeout: 2 ** 31 }],
    ['refreshes', { duration: 3601 }],
    ['connect', { timeout: 1.5 }],
    ['resume', { timeout: 'long' }],
    ['pause', { memory: 'no' }],
    ['pause', null],
  ])('is refused by %s with %j, before any machine is asked', async (what, body) => {
    expect(await callRow(rows({}), { method: 'POST', path: `/sandboxes/mch1/${what}`, body })).toMatchObject({
      status: 400,
      body: { code: 400, message: expect.stringMatching(/body|timeout/) },
    })
  })

  it.each(['UPPER', 'has-hyphen', 'x'.repeat(65), 'a%00b', '..%2F..'])('does not exist under the id %s', async (id) => {
    expect(await callRow(rows({}), { method: 'DELETE', path: `/sandboxes/${id}` })).toMatchObject({
      status: 404,
      body: { code: 404, error_code: 'machine_not_found' },
    })
  })
})
