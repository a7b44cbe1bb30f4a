import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeHome, type FakeHome } from './fake-home.fixture.ts'
import { openFakeEngine, REQUEST } from './fake-machines.fixture.ts'

const ADA = { userId: 'ada' }
const missing = expect.objectContaining({ code: 'MACHINE_NOT_FOUND' })

let home: FakeHome
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  home = createFakeHome()
})
afterEach(() => {
  vi.useRealTimers()
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('a timeout', () => {
  it('kills a machine at its moment, not before', async () => {
    const { machines, sandboxes, running } = await openFakeEngine(home)
    const { id, endAtMs } = await machines.create({ ...REQUEST, timeoutMs: 5000 }, 'ada')
    expect(endAtMs).toBe(1_005_000)
    const live = await machines.reach(id, () => false)
    await pass(4999)
    expect(await machines.reach(id, () => false)).toBe(live)
    await pass(1)
    expect(live?.cut.aborted).toBe(true)
    expect(sandboxes[0]?.isEnded).toBe(true)
    expect(running()).toBe(0)
    await expect(machines.get(id, 'ada')).rejects.toEqual(missing)
  })

  it('pauses a machine whose owner wants that, with or without its memory', async () => {
    const { machines } = await openFakeEngine(home)
    const request = { ...REQUEST, timeoutMs: 5000, onTimeout: 'pause' as const }
    const kept = await machines.create(request, 'ada')
    const dropped = await machines.create({ ...request, pauseKeepsMemory: false }, 'ada')
    await pass(5000)
    expect(await machines.get(kept.id, 'ada')).toMatchObject({ state: 'paused', hasMemory: true, endAtMs: 1_005_000 })
    expect(await machines.get(dropped.id, 'ada')).toMatchObject({ state: 'paused', hasMemory: false })
    await pass(1_000_000)
    expect(await machines.list({ ...ADA, states: ['paused'] })).toHaveLength(2)
  })

  it('keeps the files where processes cannot be frozen', async () => {
    const { machines } = await openFakeEngine(home, { capabilities: ['system'] })
    const { id } = await machines.create({ ...REQUEST, timeoutMs: 5000, onTimeout: 'pause' }, 'ada')
    await pass(5000)
    expect(await machines.get(id, 'ada')).toMatchObject({ state: 'paused', hasMemory: false })
  })

  it('tries again when it cannot pause, and kills in the end', async () => {
    const { machines, failing, troubles } = await openFakeEngine(home)
    const { id } = await machines.create({ ...REQUEST, timeoutMs: 5000, onTimeout: 'pause' }, 'ada')
    failing.add('changes')
    await pass(5000 + 2 * 5000)
    expect(troubles).toHaveLength(3)
    expect(await machines.get(id, 'ada')).toMatchObject({ state: 'running' })
    await pass(5000)
    await expect(machines.get(id, 'ada')).rejects.toEqual(missing)
  })

  it('counts anew from the moment it is set, longer or shorter than before', async () => {
    const { machines } = await openFakeEngine(home)
    const { id } = await machines.create(REQUEST, 'ada')
    await machines.setTimeout(id, { ...ADA, timeoutMs: 5000 })
    await pass(1000)
    await machines.setTimeout(id, { ...ADA, timeoutMs: 10_000 })
    await pass(9999)
    expect(await machines.get(id, 'ada')).toMatchObject({ state: 'running', endAtMs: 1_011_000 })
    await machines.setTimeout(id, { ...ADA, timeoutMs: 0 })
    await pass(0)
    await expect(machines.get(id, 'ada')).rejects.toEqual(missing)
  })

  it('is never shortened by connecting or refreshing, to the millisecond, but may be extended', async () => {
    const { machines } = await openFakeEngine(home)
    const { id, endAtMs } = await machines.create({ ...REQUEST, timeoutMs: 300_000 }, 'ada')
    await pass(10)
    expect(await machines.connect(id, { ...ADA, timeoutMs: 10_000 })).toMatchObject({
      wasPaused: false,
      info: { endAtMs },
    })
    await machines.refresh(id, { ...ADA, timeoutMs: 10_000 })
    expect(await machines.get(id, 'ada')).toMatchObject({ endAtMs })
    const { info } = await machines.connect(id, { ...ADA, timeoutMs: 600_000 })
    expect(info.endAtMs).toBe(1_600_010)
    await machines.refresh(id, { ...ADA, timeoutMs: 700_000 })
    expect(await machines.get(id, 'ada')).toMatchObject({ endAtMs: 1_700_010 })
  })

  it('does not end a machine that a caller prolongs at the same time', async () => {
    const { machines, sandboxOf } = await openFakeEngine(home)
    const { id } = await machines.create({ ...REQUEST, timeoutMs: 5000 }, 'ada')
    await pass(4999)
    vi.setSystemTime(1_005_000)
    const connecting = machines.connect(id, { ...ADA, timeoutMs: 60_000 })
    await pass(1)
    await connecting
    await pass(59_998)
    expect(await sandboxOf(id)).toBeDefined()
    await pass(5)
    expect(await sandboxOf(id)).toBeUndefined()
  })

  it('is refused above the server’s limit, in every call', async () => {
    const { machines } = await openFakeEngine(home)
    const { id } = await machines.create(REQUEST, 'ada')
    const refused = expect.objectContaining({ code: 'INVALID_REQUEST' })
    for (const timeoutMs of [86_400_001, -1, Number.NaN]) {
      await expect(machines.create({ ...REQUEST, timeoutMs }, 'ada')).rejects.toEqual(refused)
      await expect(machines.connect(id, { ...ADA, timeoutMs })).rejects.toEqual(refused)
      await expect(machines.setTimeout(id, { ...ADA, timeoutMs })).rejects.toEqual(refused)
      await expect(machines.refresh(id, { ...ADA, timeoutMs })).rejects.toEqual(refused)
      await expect(machines.fork(id, { ...ADA, timeoutMs, count: 1 })).rejects.toEqual(refused)
    }
  })
})
