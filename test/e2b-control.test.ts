import { AuthenticationError, Sandbox, SandboxError, type SandboxInfo, SandboxNotFoundError } from 'e2b'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'

let server: E2bServer
let options: E2bServer['options']

beforeAll(async () => {
  server = await startE2bServer()
  options = server.options
})
afterAll(() => server.close())

describe('a sandbox', () => {
  test('is made as requested, shown in full, and killed once', async () => {
    const sandbox = await Sandbox.create('base', {
      ...{ ...options, timeoutMs: 60_000, metadata: { user: 'ada & co' }, envs: { A: '1' } },
      lifecycle: { onTimeout: 'pause', autoResume: true },
      allowInternetAccess: false,
      network: { allowOut: ['example.com'], allowPublicTraffic: false, httpsPorts: [8443] },
    })
    expect(sandbox.trafficAccessToken).toMatch(/./)
    const info = await sandbox.getInfo()
    expect(info).toMatchObject({
      ...{ sandboxId: sandbox.sandboxId, name: 'base', state: 'running', envdVersion: '0.6.13' },
      ...{ metadata: { user: 'ada & co' }, allowInternetAccess: false, volumeMounts: [] },
      lifecycle: { onTimeout: 'pause', autoResume: true },
      network: { allowOut: ['example.com'], allowPublicTraffic: false, httpsPorts: [8443] },
    })
    expect(lifeOf(info)).toBeGreaterThanOrEqual(60_000)
    expect(await Sandbox.getFullInfo(sandbox.sandboxId, options)).toEqual(info)
    expect(await sandbox.isRunning()).toBe(true)
    expect(await Sandbox.kill(sandbox.sandboxId, options)).toBe(true)
    expect(await sandbox.kill()).toBe(false)
    expect(await sandbox.isRunning()).toBe(false)
  })

  test('is not found by any call once it is gone', async () => {
    const gone = await Sandbox.create('base', options)
    await gone.kill()
    const calls = [
      () => gone.getInfo(),
      () => gone.connect(),
      () => gone.setTimeout(1000),
      () => gone.pause(),
      () => gone.fork(),
      () => gone.createSnapshot(),
      () => gone.getMetrics(),
      () => gone.updateNetwork({}),
      () => Sandbox.connect('nonexistingsandbox', options),
    ]
    for (const call of calls) await expect(call(), String(call)).rejects.toThrow(SandboxNotFoundError)
    expect(await Sandbox.kill('nonexistingsandbox', options)).toBe(false)
  })

  test('is prolonged by connecting, and prolonged or shortened by its timeout', async () => {
    const sandbox = await Sandbox.create('base', { ...options, timeoutMs: 300_000 })
    const { endAt } = await sandbox.getInfo()
    await Sandbox.connect(sandbox.sandboxId, { ...options, timeoutMs: 10_000 })
    expect((await sandbox.getInfo()).endAt).toEqual(endAt)
    await sandbox.connect({ timeoutMs: 600_000 })
    expect(Number((await sandbox.getInfo()).endAt)).toBeGreaterThan(Number(endAt))
    await sandbox.setTimeout(30_000)
    expect(Number((await sandbox.getInfo()).endAt)).toBeLessThan(Number(endAt))
    await Sandbox.setTimeout(sandbox.sandboxId, 400_000, options)
    expect(Number((await sandbox.getInfo()).endAt)).toBeGreaterThan(Number(endAt))
    await sandbox.kill()
  })

  test('ends by itself when its time is over', async () => {
    const sandbox = await Sandbox.create('base', { ...options, timeoutMs: 1000 })
    await vi.waitFor(async () => expect(await sandbox.isRunning()).toBe(false), { timeout: 20_000 })
    await expect(sandbox.getInfo()).rejects.toThrow(SandboxNotFoundError)
  })

  test('is paused and woken, with its memory or without', async () => {
    const sandbox = await Sandbox.create('base', options)
    const { sandboxId } = sandbox
    expect(await sandbox.pause()).toBe(true)
    expect(await Sandbox.betaPause(sandboxId, options)).toBe(false)
    expect((await sandbox.getInfo()).state).toBe('paused')
    expect(await sandbox.isRunning()).toBe(false)
    await expect(sandbox.updateNetwork({})).rejects.toThrow(/^409/)
    const woken = await Sandbox.connect(sandboxId, { ...options, timeoutMs: 40_000 })
    expect(await woken.isRunning()).toBe(true)
    expect(await Sandbox.pause(sandboxId, { ...options, keepMemory: false })).toBe(true)
    await sandbox.connect({ onResume: 'reboot' })
    expect((await sandbox.getInfo()).state).toBe('running')
    expect(await sandbox.betaPause()).toBe(true)
    expect(await sandbox.kill()).toBe(true)
  })

  test('is copied as often as requested', async () => {
    const sandbox = await Sandbox.create('base', { ...options, metadata: { kind: 'original' } })
    const copies = [
      ...(await sandbox.fork({ count: 2, timeoutMs: 60_000 })),
      ...(await Sandbox.fork(sandbox.sandboxId, options)),
    ]
    const alive = copies.filter((copy) => copy instanceof Sandbox)
    expect(new Set([sandbox, ...alive].map(({ sandboxId }) => sandboxId)).size).toBe(4)
    expect((await alive[0]?.getInfo())?.metadata).toEqual({ kind: 'original' })
    for (const one of [sandbox, ...alive]) expect(await one.kill()).toBe(true)
  })

  test('gets another network in place of its whole old one', async () => {
    const sandbox = await Sandbox.create('base', {
      ...options,
      network: { denyOut: ['8.8.8.8'], maskRequestHost: 'masked.example.com' },
    })
    const rules = { 'api.example.com': [{ transform: { headers: { 'X-Token': 'secret' } } }] }
    await sandbox.updateNetwork({ denyOut: ({ allTraffic }) => [allTraffic], allowOut: ['api.example.com'], rules })
    const network = { allowPublicTraffic: true, maskRequestHost: 'masked.example.com' }
    expect((await sandbox.getInfo()).network).toMatchObject({
      ...{ ...network, denyOut: ['0.0.0.0/0'], allowOut: ['api.example.com'], rules },
    })
    await Sandbox.updateNetwork(sandbox.sandboxId, {}, options)
    expect((await sandbox.getInfo()).network).toEqual(expect.objectContaining(network))
    expect((await sandbox.getInfo()).network?.denyOut).toBeUndefined()
    await sandbox.kill()
  })

  test('is measured, and has no measures from before it existed', async () => {
    const sandbox = await Sandbox.create('base', options)
    const metrics = await vi.waitFor(
      async () => {
        const found = await sandbox.getMetrics()
        expect(found.length).toBeGreaterThan(0)
        return found
      },
      { timeout: 20_000, interval: 500 },
    )
    expect(metrics[0]).toMatchObject({ cpuCount: expect.any(Number), memTotal: expect.any(Number) })
    expect(metrics[0]?.memUsed).toBeGreaterThan(0)
    const anHourAgo = new Date(Date.now() - 3_600_000)
    const old = { ...options, start: anHourAgo, end: new Date(Number(anHourAgo) + 60_000) }
    expect(await Sandbox.getMetrics(sandbox.sandboxId, old)).toEqual([])
    await sandbox.kill()
  })
})

describe('a list', () => {
  const made: Sandbox[] = []
  const metadata = { group: 'a=b&c d/ü%' }

  beforeAll(async () => {
    for (let n = 0; n < 3; n++)
      made.push(await Sandbox.create('base', { ...options, metadata: { ...metadata, n: `${n}` } }))
    await made[1]?.pause()
  })
  afterAll(() => Promise.all(made.map((sandbox) => sandbox.kill())))

  const ids = (sandboxes: SandboxInfo[]) => sandboxes.map(({ sandboxId }) => sandboxId)
  const all = () => made.map(({ sandboxId }) => sandboxId)

  test('has the newest first, or the oldest', async () => {
    expect(ids(await Sandbox.list({ ...options, query: { metadata } }).nextItems())).toEqual(all().toReversed())
    expect(ids(await Sandbox.list({ ...options, query: { metadata }, order: 'asc' }).nextItems())).toEqual(all())
  })

  test('is filtered by state, name, template and time', async () => {
    const list = (query: object) => Sandbox.list({ ...options, query: { metadata, ...query } }).nextItems()
    expect(ids(await list({ state: ['paused'] }))).toEqual([made[1]?.sandboxId])
    expect(ids(await list({ state: ['running'] }))).toEqual([made[2]?.sandboxId, made[0]?.sandboxId])
    expect(ids(await list({ metadata: { ...metadata, n: '0' } }))).toEqual([made[0]?.sandboxId])
    expect(await list({ metadata: { group: 'other' } })).toEqual([])
    expect(await list({ template: 'unknown-template' })).toEqual([])
    expect(ids(await list({ template: 'base' }))).toHaveLength(3)
    const newest = await made[2]?.getInfo()
    expect(ids(await list({ startedAfter: newest?.startedAt }))).toEqual([made[2]?.sandboxId])
  })

  test('comes in pages, and the last one names no next', async () => {
    const paginator = Sandbox.list({ ...options, limit: 2, query: { metadata } })
    const first = await paginator.nextItems()
    expect([first.length, paginator.hasNext]).toEqual([2, true])
    const second = await paginator.nextItems()
    expect([second.length, paginator.hasNext, paginator.nextToken]).toEqual([1, false, undefined])
    expect(ids([...first, ...second])).toEqual(all().toReversed())
  })
})

describe('a refused call', () => {
  test('has the classes of the SDK', async () => {
    const bad = { ...options, apiKey: `e2b_${'0'.repeat(40)}` }
    await expect(Sandbox.create('base', bad)).rejects.toThrow(AuthenticationError)
    await expect(Sandbox.list(bad).nextItems()).rejects.toThrow(AuthenticationError)
    await expect(Sandbox.create('no-such', options)).rejects.toThrow(/^404: template 'no-such' not found/)
    const tooLong = Sandbox.create('base', { ...options, timeoutMs: 25 * 3_600_000 })
    await expect(tooLong).rejects.toThrow(SandboxError)
    await expect(tooLong).rejects.toThrow(/^400: .*timeout/)
    const named = Sandbox.create('base', { ...options, network: { allowOut: ['example.com'] } })
    await expect(named).rejects.toThrow(/^400: .*allowOut/)
  })
})

const lifeOf = ({ startedAt, endAt }: SandboxInfo): number => Number(endAt) - Number(startedAt)
