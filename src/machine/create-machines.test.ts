import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeHome, type FakeHome } from './fake-home.fixture.ts'
import { openFakeEngine, REQUEST } from './fake-machines.fixture.ts'
import type { MachineInfo } from './machine.ts'
import { nothingLaid } from './machine-volumes.ts'

const ADA = { userId: 'ada' }
const failed = (code: string) => expect.objectContaining({ code })

let home: FakeHome
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  home = createFakeHome()
})
afterEach(() => {
  vi.useRealTimers()
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const idsOf = (infos: MachineInfo[]) => infos.map(({ id }) => id)

describe('a machine', () => {
  it('has secrets of its own, and the variables of its template and its owner', async () => {
    const { machines } = await openFakeEngine(home)
    const network = { ...REQUEST.network, allowPublicTraffic: false }
    const secured = await machines.create({ ...REQUEST, network, env: { OWN: '1' } }, 'ada')
    const open = await machines.create({ ...REQUEST, isSecured: false }, 'ada')
    expect([secured.accessToken, secured.trafficToken]).toEqual([expect.any(String), expect.any(String)])
    expect(secured.accessToken).not.toBe(secured.trafficToken)
    expect([open.accessToken, open.trafficToken]).toEqual([null, null])
    expect((await machines.reach(secured.id, () => false))?.env).toEqual({
      ...{ E2B_SANDBOX: 'true', E2B_SANDBOX_ID: secured.id, E2B_TEMPLATE_ID: secured.templateId },
      ...{ FROM: 'base', OWN: '1' },
    })
    expect([...machines.tokens()]).toEqual([{ id: secured.id, accessToken: secured.accessToken }])
  })

  it('does not exist for anybody but its owner', async () => {
    const { machines } = await openFakeEngine(home)
    const { id } = await machines.create(REQUEST, 'ada')
    const ben = { userId: 'ben' }
    for (const call of [
      machines.get(id, 'ben'),
      machines.connect(id, ben),
      machines.pause(id, { ...ben, keepsMemory: true }),
      machines.kill(id, 'ben'),
      machines.setTimeout(id, { ...ben, timeoutMs: 1 }),
      machines.fork(id, { ...ben, count: 1 }),
      machines.snapshot(id, ben),
      machines.metrics(id, ben),
    ]) {
      await expect(call).rejects.toEqual(failed('MACHINE_NOT_FOUND'))
    }
    expect(await machines.list(ben)).toEqual([])
    expect(await machines.list(ADA)).toHaveLength(1)
  })

  it('leaves nothing behind when it cannot be booted', async () => {
    const { machines, failing, running } = await openFakeEngine(home)
    failing.add('create')
    await expect(machines.create(REQUEST, 'ada')).rejects.toEqual(failed('SANDBOX_UNAVAILABLE'))
    await expect(machines.create({ ...REQUEST, template: 'none' }, 'ada')).rejects.toEqual(failed('TEMPLATE_NOT_FOUND'))
    expect([running(), await machines.list(ADA), await home.documents.list({ kind: 'machine' })]).toEqual([0, [], []])
  })

  it('is gone when its sandbox ends by itself', async () => {
    const { machines, sandboxes, running } = await openFakeEngine(home)
    const { id } = await machines.create(REQUEST, 'ada')
    const live = await machines.reach(id, () => false)
    sandboxes[0]?.end()
    await pass(0)
    expect(live?.cut.aborted).toBe(true)
    expect(running()).toBe(0)
    await expect(machines.get(id, 'ada')).rejects.toEqual(failed('MACHINE_NOT_FOUND'))
  })

  it('gets a token when its ports become private, and keeps it', async () => {
    const { machines } = await openFakeEngine(home)
    const { id } = await machines.create(REQUEST, 'ada')
    const network = { ...REQUEST.network, allowPublicTraffic: false }
    await machines.setNetwork(id, { ...ADA, network })
    const { trafficToken } = await machines.get(id, 'ada')
    expect(trafficToken).toEqual(expect.any(String))
    await machines.setNetwork(id, { ...ADA, network: { ...network, denyOut: ['0.0.0.0/0'] } })
    expect(await machines.get(id, 'ada')).toMatchObject({ trafficToken, network: { denyOut: ['0.0.0.0/0'] } })
  })

  it('keeps every part of a network that several callers change at once', async () => {
    const { machines } = await openFakeEngine(home)
    const { id } = await machines.create(REQUEST, 'ada')
    await Promise.all([
      machines.setNetwork(id, { ...ADA, network: { denyOut: ['1.1.1.1'] } }),
      machines.setNetwork(id, { ...ADA, network: { maskRequestHost: 'app.example' } }),
      machines.setNetwork(id, { ...ADA, network: { httpsPorts: [8443] } }),
    ])
    const { network } = await machines.get(id, 'ada')
    expect(network).toEqual({
      ...REQUEST.network,
      denyOut: ['1.1.1.1'],
      maskRequestHost: 'app.example',
      httpsPorts: [8443],
    })
  })
})

describe('the list of machines', () => {
  it('has the newest first, by owner, state, metadata, template and start', async () => {
    const { machines } = await openFakeEngine(home)
    const first = await machines.create({ ...REQUEST, metadata: { team: 'a', role: 'x' } }, 'ada')
    await pass(10)
    const second = await machines.create({ ...REQUEST, metadata: { team: 'b' } }, 'ada')
    await machines.pause(second.id, { ...ADA, keepsMemory: true })
    await machines.create(REQUEST, 'ben')
    const ids = async (filter: object) => idsOf(await machines.list({ ...ADA, ...filter }))
    expect(await ids({})).toEqual([second.id, first.id])
    expect(await ids({ states: ['running'] })).toEqual([first.id])
    expect(await ids({ states: ['running', 'paused'] })).toEqual([second.id, first.id])
    expect(await ids({ metadata: { team: 'a' } })).toEqual([first.id])
    expect(await ids({ metadata: { team: 'a', role: 'y' } })).toEqual([])
    expect(await ids({ metadata: { toString: 'a' } })).toEqual([])
    expect(await ids({ template: 'plain' })).toEqual([second.id, first.id])
    expect(await ids({ template: 'unknown' })).toEqual([])
    expect(await ids({ startedAfterMs: second.startedAtMs })).toEqual([second.id])
    expect(await ids({ startedAfterMs: second.startedAtMs + 1 })).toEqual([])
  })
})

describe('an engine', () => {
  it('leaves its paused machines to the next when it is killed, and the next removes its running ones', async () => {
    const first = await openFakeEngine(home)
    const running = await first.machines.create(REQUEST, 'ada')
    const paused = await first.machines.create(REQUEST, 'ada')
    await first.machines.pause(paused.id, { ...ADA, keepsMemory: false })
    first.kill()
    const second = await openFakeEngine(home)
    expect(idsOf(await second.machines.list(ADA))).toEqual([paused.id])
    await expect(second.machines.get(running.id, 'ada')).rejects.toEqual(failed('MACHINE_NOT_FOUND'))
    expect(await home.documents.list({ kind: 'machine' })).toHaveLength(1)
  })

  it('does not touch the machines of another living one', async () => {
    const first = await openFakeEngine(home)
    const { id } = await first.machines.create(REQUEST, 'ada')
    const frozen = await first.machines.create(REQUEST, 'ada')
    await first.machines.pause(frozen.id, { ...ADA, keepsMemory: true })
    const second = await openFakeEngine(home)
    expect(await second.machines.list(ADA)).toEqual([])
    await expect(second.machines.kill(id, 'ada')).rejects.toEqual(failed('MACHINE_NOT_FOUND'))
    expect(await first.machines.list(ADA)).toHaveLength(2)
  })

  it('kills running machines when it closes, and keeps the files of paused ones', async () => {
    const first = await openFakeEngine(home)
    await first.machines.create(REQUEST, 'ada')
    const paused = await first.machines.create(REQUEST, 'ada')
    Object.assign((await first.sandboxOf(paused.id)) ?? {}, { files: { note: 'kept' } })
    await first.machines.pause(paused.id, { ...ADA, keepsMemory: true })
    const second = await openFakeEngine(home)
    await first.machines.close()
    expect(first.sandboxes.every(({ isEnded }) => isEnded)).toBe(true)
    expect(first.troubles).toEqual([])
    await expect(first.machines.create(REQUEST, 'ada')).rejects.toEqual(failed('SERVER_STOPPING'))
    expect(idsOf(await second.machines.list(ADA)), 'known to who was there already').toEqual([paused.id])
    await second.machines.connect(paused.id, ADA)
    expect(await second.sandboxOf(paused.id)).toMatchObject({ files: { note: 'kept' } })
  })

  it('wakes a paused machine that two engines know only once', async () => {
    const first = await openFakeEngine(home)
    const { id } = await first.machines.create(REQUEST, 'ada')
    await first.machines.pause(id, { ...ADA, keepsMemory: false })
    await first.machines.close()
    const [second, third] = [await openFakeEngine(home), await openFakeEngine(home)]
    const wakes = await Promise.allSettled([second.machines.connect(id, ADA), third.machines.connect(id, ADA)])
    expect(wakes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect([...second.sandboxes, ...third.sandboxes].filter(({ isEnded }) => !isEnded)).toHaveLength(1)
  })
})

describe('the record of a machine', () => {
  it('is sampled every five seconds while it runs', async () => {
    const { machines } = await openFakeEngine(home)
    const { id } = await machines.create(REQUEST, 'ada')
    expect(await machines.metrics(id, ADA)).toEqual([])
    await pass(10_000)
    const samples = await machines.metrics(id, ADA)
    expect(samples.map(({ atMs }) => atMs)).toEqual([1_005_000, 1_010_000])
    expect(samples[0]).toMatchObject({ cpuCount: 2, cpuUsedPercent: 25, memoryTotalBytes: 512 * 1_048_576 })
    await machines.pause(id, { ...ADA, keepsMemory: true })
    await pass(60_000)
    expect(await machines.metrics(id, { ...ADA, fromMs: 1_005_001 })).toHaveLength(1)
    expect(await machines.metrics(id, { ...ADA, toMs: 999_999 })).toEqual([])
  })

  it('tells each step of its life, and changes that volumes refused, each message up to a length', async () => {
    const refused = ['the volume is full', 'x'.repeat(5000)]
    const { machines } = await openFakeEngine(home, { laid: { ...nothingLaid, takeBack: async () => refused } })
    const { id } = await machines.create(REQUEST, 'ada')
    await machines.pause(id, { ...ADA, keepsMemory: true })
    await machines.connect(id, ADA)
    await machines.pause(id, { ...ADA, keepsMemory: true })
    await machines.connect(id, { ...ADA, keepsMemory: false })
    expect(home.told.map(({ type }) => type)).toEqual([
      ...['machine.created', 'machine.warned', 'machine.warned', 'machine.paused', 'machine.resumed'],
      ...['machine.warned', 'machine.warned', 'machine.paused', 'machine.resumed'],
    ])
    expect(home.told[1]).toMatchObject({ message: 'the volume is full' })
    expect(home.told[2]).toMatchObject({ message: `${'x'.repeat(2000)} … (3000 more characters)` })
    expect([home.told[4], home.told[8]]).toMatchObject([{ fromFiles: false }, { fromFiles: true }])
  })
})
