import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StreamEvent } from '../contract/event.ts'
import { reduceMachine } from '../contract/reduce-machine.ts'
import { createFakeHome, type FakeHome } from './fake-home.fixture.ts'
import { type FakeEngine, openFakeEngine, REQUEST } from './fake-machines.fixture.ts'
import { bootLayers, type MachineRecord } from './machine-record.ts'

const ADA = { userId: 'ada' }
const START_MS = 1_000_000

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS })
})
afterEach(() => {
  vi.useRealTimers()
})

/** One event in the life of a machine; `keepsMemory` and times matter to some of them. */
const step = fc.record({
  what: fc.constantFrom('write', 'pause', 'connect', 'setTimeout', 'refresh', 'pass', 'visit', 'fork', 'kill', 'crash'),
  keepsMemory: fc.boolean(),
  timeoutMs: fc.integer({ min: 1, max: 20_000 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
const story = fc.record({
  onTimeout: fc.constantFrom('kill' as const, 'pause' as const),
  pauseKeepsMemory: fc.boolean(),
  autoResume: fc.boolean(),
  steps: fc.array(step, { maxLength: 25 }),
})

/** The expected state of one machine. */
interface Model {
  state: 'running' | 'paused' | 'gone'
  hasMemory: boolean
  endAtMs: number
  files: Record<string, string>
  boots: number
  /** The machine's server died: the next change reports the loss of its memory. */
  hasCrashed?: boolean
  /** The machine's sandbox at the last look: the same one until the next boot. */
  seen?: { sandbox: string; boots: number }
}

const running = (model: Model, timeoutMs: number) =>
  Object.assign(model, { state: 'running', hasMemory: true, endAtMs: Date.now() + timeoutMs })
const pausing = (model: Model, keepsMemory: boolean) =>
  Object.assign(model, { state: 'paused', hasMemory: keepsMemory, endAtMs: Date.now() })

/** The effect of each step on the model; undefined where the step must be refused. */
const expected: Record<Step['what'], (model: Model, step: Step, policy: typeof REQUEST) => boolean> = {
  write: (model) => model.state === 'running',
  pause(model, { keepsMemory }) {
    if (model.state !== 'running') return false
    pausing(model, keepsMemory)
    return true
  },
  connect(model, { timeoutMs, keepsMemory }) {
    if (model.state === 'gone') return false
    if (model.state === 'running') model.endAtMs = Math.max(model.endAtMs, Date.now() + timeoutMs)
    else {
      if (!model.hasMemory || !keepsMemory) model.boots++
      running(model, timeoutMs)
    }
    return true
  },
  setTimeout(model, { timeoutMs }) {
    if (model.state === 'running') model.endAtMs = Date.now() + timeoutMs
    return model.state === 'running'
  },
  refresh(model, { timeoutMs }) {
    if (model.state === 'running') model.endAtMs = Math.max(model.endAtMs, Date.now() + timeoutMs)
    return model.state === 'running'
  },
  pass: () => true,
  visit(model, _step, { autoResume, timeoutMs }) {
    if (model.state === 'paused' && model.hasMemory && autoResume) running(model, Math.max(timeoutMs, 300_000))
    return true
  },
  fork: (model) => model.state !== 'gone',
  kill(model) {
    const wasThere = model.state !== 'gone'
    model.state = 'gone'
    return wasThere
  },
  crash(model) {
    if (model.state === 'running') model.state = 'gone'
    model.hasMemory = false
    return true
  },
}

it('a machine follows its model, and its events tell the same, in any order of steps', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ steps, ...policy }) => {
      vi.setSystemTime(START_MS)
      const home = createFakeHome()
      const request = { ...REQUEST, ...policy, timeoutMs: 5000 }
      let engine = await openFakeEngine(home)
      const { id } = await engine.machines.create(request, 'ada')
      const model: Model = { state: 'running', hasMemory: true, endAtMs: START_MS + 5000, files: {}, boots: 1 }
      for (const [n, one] of steps.entries()) {
        const isFine = expected[one.what](model, one, request)
        if (one.what === 'write' && isFine) model.files[`file${n}`] = 'text'
        if (one.what === 'crash') {
          engine.kill()
          model.hasCrashed = true
          engine = await openFakeEngine(home)
        } else expect([one.what, await take(engine, id, { ...one, n })]).toEqual([one.what, isFine])
        if (one.what === 'pass' && model.state === 'running' && model.endAtMs <= Date.now()) timeOut(model, policy)
        await expectLike(engine, id, model)
        await expectTold(engine, home, { id, model })
        await expectNothingLost(engine, home)
      }
    }),
  )
})

function timeOut(model: Model, policy: { onTimeout: string; pauseKeepsMemory: boolean }) {
  const { endAtMs } = model
  if (policy.onTimeout === 'kill') model.state = 'gone'
  else Object.assign(pausing(model, policy.pauseKeepsMemory), { endAtMs })
}

/** Whether the step succeeded. */
async function take({ machines, sandboxOf }: FakeEngine, id: string, step: Step & { n: number }): Promise<boolean> {
  const { keepsMemory, timeoutMs } = step
  const forkAndKill = async () => {
    for (const copy of await machines.fork(id, { ...ADA, count: 2 }))
      if ('id' in copy) await machines.kill(copy.id, 'ada')
  }
  const calls: Partial<Record<Step['what'], () => Promise<unknown>>> = {
    write: async () => Object.assign((await sandboxOf(id))?.files ?? fail(), { [`file${step.n}`]: 'text' }),
    pause: () => machines.pause(id, { ...ADA, keepsMemory }),
    connect: () => machines.connect(id, { ...ADA, keepsMemory, timeoutMs }),
    setTimeout: () => machines.setTimeout(id, { ...ADA, timeoutMs }),
    refresh: () => machines.refresh(id, { ...ADA, timeoutMs }),
    pass: () => vi.advanceTimersByTimeAsync(timeoutMs),
    visit: () => machines.reach(id, () => true),
    fork: forkAndKill,
    kill: () => machines.kill(id, 'ada'),
  }
  return (await Promise.allSettled([calls[step.what]?.()]))[0]?.status === 'fulfilled'
}

const fail = (): never => {
  throw new Error('it does not run')
}

async function expectLike({ machines, sandboxOf }: FakeEngine, id: string, model: Model) {
  const info = (await machines.list(ADA)).find((one) => one.id === id)
  expect(info?.state ?? 'gone').toBe(model.state)
  if (!info) return
  expect([info.hasMemory, info.endAtMs]).toEqual([model.hasMemory, model.endAtMs])
  const sandbox = await sandboxOf(id)
  expect(sandbox !== undefined).toBe(model.state === 'running')
  if (!sandbox) return
  expect([sandbox.files, sandbox.isFrozen]).toEqual([model.files, false])
  if (model.seen) expect(sandbox.id === model.seen.sandbox).toBe(model.boots === model.seen.boots)
  model.seen = { sandbox: sandbox.id, boots: model.boots }
}

/** The fold of the events equals the answer of the API. */
async function expectTold({ machines }: FakeEngine, { told }: FakeHome, { id, model }: { id: string; model: Model }) {
  const own = told.filter(({ subject }) => subject === `machine:${id}`) as unknown as StreamEvent[]
  const { userId, endReason, copyOf: _, ...story } = reduceMachine(own)
  expect([userId, endReason === null]).toEqual(['ada', model.state !== 'gone'])
  const info = (await machines.list(ADA)).find((one) => one.id === id)
  if (info) expect(info).toMatchObject(model.hasCrashed ? { ...story, hasMemory: info.hasMemory } : story)
  else expect(story.state).toBe('ended')
}

/** No sandbox, place or layer is left over, and none is missing. */
async function expectNothingLost(engine: FakeEngine, home: FakeHome) {
  // Lets background work finish.
  await vi.advanceTimersByTimeAsync(0)
  const infos = await engine.machines.list(ADA)
  expect(engine.running()).toBe(infos.filter(({ state }) => state === 'running').length)
  const sandboxes = engine.sandboxes.filter(({ isEnded }) => !isEnded)
  expect(sandboxes.length).toBe(infos.filter(({ hasMemory }) => hasMemory).length)
  expect(sandboxes.filter(({ isFrozen }) => isFrozen).length).toBe(sandboxes.length - engine.running())
  const records = (await home.documents.list({ kind: 'machine' })).map(({ body }) => body as MachineRecord)
  expect(records.map(({ info }) => info.id).toSorted()).toEqual(infos.map(({ id }) => id).toSorted())
  expect((await home.layers.list()).toSorted()).toEqual([...new Set(records.flatMap(bootLayers))].toSorted())
  expect(engine.troubles).toEqual([])
}

it('calls at the same moment leave nothing half done', async () => {
  await fc.assert(
    fc.asyncProperty(story, fc.integer({ min: 2, max: 5 }), async ({ steps, ...policy }, atOnce) => {
      vi.setSystemTime(START_MS)
      const home = createFakeHome()
      const engine = await openFakeEngine(home)
      const { id } = await engine.machines.create({ ...REQUEST, ...policy, timeoutMs: 5000 }, 'ada')
      const calls = steps.filter(({ what }) => what !== 'crash')
      for (let first = 0; first < calls.length; first += atOnce) {
        await Promise.all(calls.slice(first, first + atOnce).map((one, n) => take(engine, id, { ...one, n })))
        await expectNothingLost(engine, home)
      }
    }),
  )
})
