import { describe, expect, it } from 'vitest'
import { EngineError } from '../../../contract/errors.ts'
import type { MachineInfo, Machines } from '../../../engine.ts'
import { CONFIG, callRow, MACHINE, machinesWith } from './control-call.fixture.ts'
import { sandboxRoutes } from './sandbox-routes.ts'

const rows = (given: Partial<Machines>, config = CONFIG) => sandboxRoutes({ machines: machinesWith(given), config })

describe('a sandbox', () => {
  it('is shown in E2B’s form to the caller who makes it', async () => {
    const create = { method: 'POST', path: '/v2/sandboxes', body: { templateID: 'base' } }
    expect(await callRow(rows({ create: async () => MACHINE }), create)).toEqual({
      status: 201,
      body: {
        ...{ sandboxID: 'mch1', templateID: 'tpl1', alias: 'base', clientID: 'anneal', envdVersion: '0.6.13' },
        ...{
          envdAccessToken: 'access-token',
          trafficAccessToken: expect.stringMatching(/^[0-9a-f]{64}$/),
          domain: null,
        },
      },
    })
  })

  it('has a domain where the server has one, and no token where it is not secured', async () => {
    const open: MachineInfo = { ...MACHINE, accessToken: null, trafficToken: 'traffic', alias: null }
    const { body } = await callRow(rows({ create: async () => open }, { ...CONFIG, e2bDomain: 'box.example:8443' }), {
      ...{ method: 'POST', path: '/sandboxes', body: { templateID: 'base' } },
    })
    expect(body).toEqual({
      ...{ sandboxID: 'mch1', templateID: 'tpl1', clientID: 'anneal', envdVersion: '0.6.13' },
      ...{ trafficAccessToken: 'traffic', domain: 'box.example:8443' },
    })
  })

  it('is shown in full to a caller who asks about it', async () => {
    const info: MachineInfo = {
      ...{ ...MACHINE, onTimeout: 'pause', autoResume: true, volumes: [{ name: 'data', path: '/mnt' }] },
      network: { ...MACHINE.network, allowInternet: false, denyOut: ['1.1.1.1'], httpsPorts: [8443] },
    }
    const { status, body } = await callRow(rows({ get: async () => info }), { path: '/sandboxes/mch1' })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...{ sandboxID: 'mch1', templateID: 'tpl1', alias: 'base', clientID: 'anneal', envdVersion: '0.6.13' },
      ...{ startedAt: '1970-01-01T00:00:01.000Z', endAt: '1970-01-01T00:00:02.000Z', state: 'running' },
      ...{ cpuCount: 2, memoryMB: 512, diskSizeMB: 1024, metadata: { app: 'one' } },
      ...{
        envdAccessToken: 'access-token',
        trafficAccessToken: expect.stringMatching(/^[0-9a-f]{64}$/),
        domain: null,
        allowInternetAccess: false,
      },
      network: { denyOut: ['1.1.1.1'], allowPublicTraffic: true, httpsPorts: [8443] },
      lifecycle: { autoResume: true, onTimeout: 'pause' },
      volumeMounts: [{ name: 'data', path: '/mnt' }],
    })
  })
})

describe('a fork', () => {
  it('answers for each copy by itself', async () => {
    const asked: unknown[] = []
    const fork: Machines['fork'] = async (id, options) => {
      asked.push({ id, ...options })
      return [MACHINE, { problem: 'no room' }]
    }
    const call = { method: 'POST', path: '/sandboxes/mch1/fork', body: { count: 2, timeout: 60 } }
    expect(await callRow(rows({ fork }), call)).toEqual({
      status: 201,
      body: [{ sandbox: expect.objectContaining({ sandboxID: 'mch1' }) }, { error: { code: 500, message: 'no room' } }],
    })
    await callRow(rows({ fork }), { method: 'POST', path: '/sandboxes/mch1/fork' })
    expect(asked).toEqual([
      { id: 'mch1', userId: 'ada', count: 2, timeoutMs: 60_000 },
      { id: 'mch1', userId: 'ada', count: 1 },
    ])
  })

  it.each([{ count: 0 }, { count: 101 }, { count: 1.5 }, { timeout: -1 }])('is refused with %j', async (body) => {
    const call = { method: 'POST', path: '/sandboxes/mch1/fork', body }
    expect(await callRow(rows({}), call)).toMatchObject({ status: 400, body: { code: 400 } })
  })
})

describe('a new network', () => {
  const update = { method: 'PUT', path: '/sandboxes/mch1/network' }

  it('replaces the allowed destinations, and nothing else', async () => {
    const given: unknown[] = []
    const machines: Partial<Machines> = { setNetwork: async (_, options) => void given.push(options) }
    const body = { allowOut: ['1.1.1.1'], allow_internet_access: false }
    expect(await callRow(rows(machines), { ...update, body })).toEqual({ status: 204 })
    expect(given).toEqual([
      {
        userId: 'ada',
        network: { allowInternet: false, allowOut: ['1.1.1.1'], denyOut: [], rules: {}, egressProxy: null },
      },
    ])
  })

  it('is refused while the sandbox is paused', async () => {
    const paused: Partial<Machines> = {
      setNetwork: () => Promise.reject(new EngineError('MACHINE_PAUSED', { machineId: 'mch1' })),
    }
    expect(await callRow(rows(paused), { ...update, body: {} })).toMatchObject({ status: 409, body: { code: 409 } })
  })

  it('is refused when it is invalid', async () => {
    expect(await callRow(rows({}), { ...update, body: { denyOut: ['example.com'] } })).toMatchObject({ status: 400 })
  })
})
