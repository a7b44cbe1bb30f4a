import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeHome, type FakeHome } from './fake-home.fixture.ts'
import { openFakeEngine, REQUEST } from './fake-machines.fixture.ts'
import { nothingLaid } from './machine-volumes.ts'

const ADA = { userId: 'ada' }
const WITH_MEMORY = { ...ADA, keepsMemory: true }
const FILES_ONLY = { ...ADA, keepsMemory: false }

let home: FakeHome
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  home = createFakeHome()
})
afterEach(() => {
  vi.useRealTimers()
})

const paused = (code = 'MACHINE_PAUSED') => expect.objectContaining({ code })
const missing = paused('MACHINE_NOT_FOUND')

describe('a pause that keeps the memory', () => {
  it('freezes the sandbox, cuts everybody off and lets the same sandbox go on', async () => {
    const { machines, sandboxes, sandboxOf, running } = await openFakeEngine(home)
    const { id } = await machines.create(REQUEST, 'ada')
    const live = await machines.reach(id, () => false)
    expect(running()).toBe(1)
    await machines.pause(id, WITH_MEMORY)
    expect(live?.cut.aborted).toBe(true)
    expect(sandboxes[0]).toMatchObject({ isFrozen: true, isEnded: false })
    expect(running(), 'what is paused takes no place').toBe(0)
    expect(await machines.reach(id, () => true)).toBeUndefined()
    expect(await machines.get(id, 'ada')).toMatchObject({ state: 'paused', hasMemory: true })
    const { info, wasPaused } = await machines.connect(id, { ...ADA, timeoutMs: 5000 })
    expect([wasPaused, info.state, info.endAtMs]).toEqual([true, 'running', 1_005_000])
    expect(await sandboxOf(id)).toBe(sandboxes[0])
    expect((await machines.reach(id, () => false))?.cut.aborted).toBe(false)
  })

  it('loses only the memory when the server is killed', async () => {
    const first = await openFakeEngine(home)
    const { id, accessToken } = await first.machines.create({ ...REQUEST, metadata: { a: 'b' } }, 'ada')
    Object.assign((await first.sandboxOf(id)) ?? {}, { files: { note: 'kept' } })
    await first.machines.pause(id, WITH_MEMORY)
    first.kill()
    const second = await openFakeEngine(home)
    expect(await second.machines.get(id, 'ada')).toMatchObject({ state: 'paused', hasMemory: false, accessToken })
    expect([...second.machines.tokens()]).toEqual([{ id, accessToken }])
    await second.machines.connect(id, ADA)
    expect(await second.sandboxOf(id)).toMatchObject({ files: { note: 'kept' } })
    expect(await second.machines.get(id, 'ada')).toMatchObject({ accessToken, metadata: { a: 'b' } })
  })

  it('is taken from the machine paused first when there are too many, which keeps its files', async () => {
    const { machines, sandboxes, sandboxOf } = await openFakeEngine(home, { mostFrozen: 1 })
    const first = await machines.create(REQUEST, 'ada')
    Object.assign((await sandboxOf(first.id)) ?? {}, { files: { note: 'kept' } })
    const second = await machines.create(REQUEST, 'ada')
    await machines.pause(first.id, WITH_MEMORY)
    await machines.pause(second.id, WITH_MEMORY)
    await vi.advanceTimersByTimeAsync(0)
    expect(sandboxes.map(({ isEnded }) => isEnded)).toEqual([true, false])
    expect(await machines.get(first.id, 'ada')).toMatchObject({ state: 'paused', hasMemory: false })
    await machines.connect(first.id, ADA)
    expect(await sandboxOf(first.id)).toMatchObject({ files: { note: 'kept' } })
  })

  it('leaves the files when its frozen sandbox dies', async () => {
    const { machines, sandboxes } = await openFakeEngine(home)
    const { id } = await machines.create(REQUEST, 'ada')
    await machines.pause(id, WITH_MEMORY)
    sandboxes[0]?.end()
    await vi.advanceTimersByTimeAsync(0)
    expect(await machines.get(id, 'ada')).toMatchObject({ state: 'paused', hasMemory: false })
  })
})

describe('a pause that keeps only the files', () => {
  it('ends the sandbox, and boots another one', async () => {
    const { machines, sandboxes, sandboxOf } = await openFakeEngine(home)
    const { id } = await machines.create(REQUEST, 'ada')
    Object.assign((await sandboxOf(id)) ?? {}, { files: { note: 'kept' } })
    await machines.pause(id, FILES_ONLY)
    expect(sandboxes[0]?.isEnded).toBe(true)
    expect(await machines.get(id, 'ada')).toMatchObject({ state: 'paused', hasMemory: false })
    await machines.connect(id, ADA)
    expect(await sandboxOf(id)).toBe(sandboxes[1])
    expect(sandboxes[1]).toMatchObject({ files: { note: 'kept' } })
  })

  it('stands on few layers, however often it is repeated', async () => {
    const { machines, sandboxOf } = await openFakeEngine(home)
    const { id } = await machines.create(REQUEST, 'ada')
    for (let n = 0; n < 50; n++) {
      Object.assign((await sandboxOf(id))?.files ?? {}, { [`file${n}`]: 'kept', last: `${n}` })
      await machines.pause(id, FILES_ONLY)
      await machines.connect(id, ADA)
    }
    await vi.advanceTimersByTimeAsync(0)
    expect((await home.layers.list()).length).toBeLessThanOrEqual(20)
    expect(Object.keys((await sandboxOf(id))?.files ?? {})).toHaveLength(51)
    expect((await sandboxOf(id))?.files.last).toBe('49')
  })

  it('is the result of a connect without memory after any pause', async () => {
    const { machines, sandboxes, sandboxOf } = await openFakeEngine(home)
    const { id } = await machines.create(REQUEST, 'ada')
    await machines.pause(id, WITH_MEMORY)
    await machines.connect(id, FILES_ONLY)
    expect(await sandboxOf(id)).toBe(sandboxes[1])
    expect(sandboxes[0]?.isEnded).toBe(true)
  })
})

describe('pausing', () => {
  it('is refused for a paused machine', async () => {
    const { machines } = await openFakeEngine(home)
    const { id } = await machines.create(REQUEST, 'ada')
    await machines.pause(id, WITH_MEMORY)
    await expect(machines.pause(id, WITH_MEMORY)).rejects.toEqual(paused())
    await expect(machines.setTimeout(id, { ...ADA, timeoutMs: 1 })).rejects.toEqual(paused())
    await expect(machines.setNetwork(id, { ...ADA, network: REQUEST.network })).rejects.toEqual(paused())
  })

  it('leaves the machine running, and no layer behind, when it fails', async () => {
    for (const call of ['changes', 'pause'] as const) {
      const { machines, sandboxes, failing, sandboxOf } = await openFakeEngine(home)
      const { id } = await machines.create(REQUEST, 'ada')
      failing.add(call)
      await expect(machines.pause(id, WITH_MEMORY)).rejects.toEqual(paused('SANDBOX_UNAVAILABLE'))
      expect(await sandboxOf(id)).toBe(sandboxes[0])
      expect(await machines.get(id, 'ada')).toMatchObject({ state: 'running' })
      expect(await home.layers.list()).toEqual([])
    }
  })

  it('is refused beyond the limit of a user, and kills when the time is over', async () => {
    const { machines } = await openFakeEngine(home, { mostPaused: 1 })
    const first = await machines.create(REQUEST, 'ada')
    await machines.pause(first.id, FILES_ONLY)
    const second = await machines.create({ ...REQUEST, onTimeout: 'pause' }, 'ada')
    await expect(machines.pause(second.id, FILES_ONLY)).rejects.toEqual(paused('PAUSED_FULL'))
    const others = await machines.create(REQUEST, 'ben')
    await machines.pause(others.id, { userId: 'ben', keepsMemory: false })
    await vi.advanceTimersByTimeAsync(60_000 + 15_000)
    await expect(machines.get(second.id, 'ada')).rejects.toEqual(missing)
    await machines.connect(first.id, ADA)
    await machines.pause(first.id, FILES_ONLY)
  })

  it('needs a place to be undone, and stays when there is none', async () => {
    const { machines } = await openFakeEngine(home, { places: 1 })
    const { id } = await machines.create(REQUEST, 'ada')
    await machines.pause(id, WITH_MEMORY)
    const other = await machines.create(REQUEST, 'ada')
    await expect(machines.connect(id, ADA)).rejects.toEqual(paused('SANDBOXES_FULL'))
    await machines.kill(other.id, 'ada')
    expect(await machines.connect(id, ADA)).toMatchObject({ wasPaused: true })
  })
})

describe('traffic', () => {
  it('wakes a machine with its own timeout or more, if its owner and the visitor’s token allow it', async () => {
    const { machines, sandboxes } = await openFakeEngine(home)
    const lazy = { ...REQUEST, autoResume: true, timeoutMs: 400_000 }
    const { id } = await machines.create(lazy, 'ada')
    await machines.pause(id, WITH_MEMORY)
    expect(await machines.reach(id, () => false)).toBeUndefined()
    const visits = await Promise.all([machines.reach(id, () => true), machines.reach(id, () => true)])
    expect(visits.map((live) => live?.sandbox.id)).toEqual([sandboxes[0]?.id, sandboxes[0]?.id])
    expect(await machines.get(id, 'ada')).toMatchObject({ state: 'running', endAtMs: 1_400_000 })
    const short = await machines.create({ ...lazy, timeoutMs: 1000 }, 'ada')
    await machines.pause(short.id, WITH_MEMORY)
    await machines.reach(short.id, () => true)
    expect(await machines.get(short.id, 'ada')).toMatchObject({ endAtMs: 1_300_000 })
  })

  it('never wakes a machine without memory, without its owner’s wish, or with an unknown id', async () => {
    const { machines } = await openFakeEngine(home)
    const { id } = await machines.create({ ...REQUEST, autoResume: true }, 'ada')
    await machines.pause(id, FILES_ONLY)
    expect(await machines.reach(id, () => true)).toBeUndefined()
    const other = await machines.create(REQUEST, 'ada')
    await machines.pause(other.id, WITH_MEMORY)
    expect(await machines.reach(other.id, () => true)).toBeUndefined()
    expect(await machines.reach('mch0', () => true)).toBeUndefined()
  })
})

describe('simultaneous calls', () => {
  it('wake a machine once', async () => {
    const { machines, sandboxes } = await openFakeEngine(home)
    const { id } = await machines.create(REQUEST, 'ada')
    await machines.pause(id, FILES_ONLY)
    const answers = await Promise.all([machines.connect(id, ADA), machines.connect(id, ADA)])
    expect(answers.map(({ wasPaused }) => wasPaused)).toEqual([true, false])
    expect(sandboxes.filter(({ isEnded }) => !isEnded)).toHaveLength(1)
  })

  it('let a kill win over a wake-up and a pause, and leave nothing', async () => {
    for (const keepsMemory of [true, false]) {
      const { machines, sandboxes, running } = await openFakeEngine(home)
      const { id } = await machines.create(REQUEST, 'ada')
      const pausing = machines.pause(id, { ...ADA, keepsMemory })
      const [done, killed] = await Promise.allSettled([pausing, machines.kill(id, 'ada')])
      expect(done).toMatchObject({ status: 'rejected', reason: missing })
      expect(killed.status).toBe('fulfilled')
      const other = await machines.create(REQUEST, 'ada')
      await machines.pause(other.id, { ...ADA, keepsMemory })
      const waking = Promise.allSettled([machines.connect(other.id, ADA), machines.kill(other.id, 'ada')])
      expect((await waking)[1]).toMatchObject({ status: 'fulfilled' })
      expect(sandboxes.every(({ isEnded }) => isEnded)).toBe(true)
      expect(running()).toBe(0)
      expect(await machines.list(ADA)).toEqual([])
      expect(await home.layers.list()).toEqual([])
    }
  })

  it('let a kill end the pause of a machine that never reports its changes', async () => {
    const { machines, sandboxes } = await openFakeEngine(home)
    const { id } = await machines.create(REQUEST, 'ada')
    Object.assign(sandboxes[0] ?? {}, { isSilent: true })
    const pausing = machines.pause(id, FILES_ONLY)
    await vi.advanceTimersByTimeAsync(0)
    const [paused, killed] = await Promise.allSettled([pausing, machines.kill(id, 'ada')])
    expect(paused).toMatchObject({ status: 'rejected', reason: missing })
    expect([killed.status, sandboxes[0]?.isEnded]).toEqual(['fulfilled', true])
  })

  it('let a kill end the pause of a machine that never reports its changes to volumes (attack)', async () => {
    const never = new Promise<string[]>(() => {})
    const laid = { ...nothingLaid, takeBack: vi.fn(nothingLaid.takeBack).mockReturnValueOnce(never) }
    const { machines, sandboxes } = await openFakeEngine(home, { laid })
    const { id } = await machines.create(REQUEST, 'ada')
    const pausing = machines.pause(id, WITH_MEMORY)
    await vi.advanceTimersByTimeAsync(0)
    const ends = Promise.allSettled([pausing, machines.kill(id, 'ada')])
    await vi.advanceTimersByTimeAsync(0)
    expect(sandboxes[0]?.isEnded).toBe(true)
    expect(await ends).toMatchObject([{ status: 'rejected', reason: missing }, { status: 'fulfilled' }])
  })

  it('let one of two kills find the machine', async () => {
    const { machines } = await openFakeEngine(home)
    const { id } = await machines.create(REQUEST, 'ada')
    const kills = await Promise.allSettled([machines.kill(id, 'ada'), machines.kill(id, 'ada')])
    expect(kills.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })
})
