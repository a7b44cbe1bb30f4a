import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LOCAL_USER } from '../src/access/keys.ts'
import type { StreamEvent } from '../src/contract/event.ts'
import type { PlanInfo, PlanRequest } from '../src/contract/plan.ts'
import { reducePlan } from '../src/contract/reduce-plan.ts'
import type { PlanNeeds } from '../src/plan/plan-parts.ts'
import { openSqlite } from '../src/store/database/sqlite.ts'
import type { Store } from '../src/store/store.ts'
import { openPlanEngine, type PlanEngine } from './support/plan-engine.ts'
import { type Boundary, countsIn, outsideOf, SESSION } from './support/plan-world.ts'

let directory = ''
let store: Store
let worlds = 0
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-plans-'))
  store = await openSqlite({ file: join(directory, 'anneal.db') })
})
afterAll(async () => {
  await store.close()
  await rm(directory, { recursive: true })
})

const act = (type: string, name: string, more = {}) => ({ id: name, action: { type, input: { name, ...more } } })
const statesOf = ({ steps }: PlanInfo) => Object.fromEntries(steps.map(({ id, state }) => [id, state]))
const nothing: Boundary = async () => {}

/** Holds the engine at each effect of this name until it is let go. */
function gate(name: string) {
  const reached = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  const boundary: Boundary = async (at) => {
    if (at !== name) return
    reached.resolve()
    await opened.promise
  }
  return { boundary, reached: reached.promise, open: () => opened.resolve() }
}

async function inWorld(
  options: { boundary?: Boundary; change?: (world: string) => Partial<PlanNeeds> },
  use: (engine: PlanEngine, world: string) => Promise<void>,
): Promise<void> {
  const world = join(directory, `world-${++worlds}`)
  const { boundary = nothing, change } = options
  const engine = await openPlanEngine({ store, directory: world, boundary, ...(change && { change: change(world) }) })
  await use(engine, world)
  await engine.close()
}

const storyOf = async (id: string) =>
  reducePlan((await store.events.readPage(`plan:${id}`, { afterSeq: 0, limit: 1000 })) as StreamEvent[])

/** The events of a plan describe the same states as its rows. */
async function expectSameStory(plan: PlanInfo): Promise<void> {
  const told = plan.steps.filter(({ state }) => state !== 'waiting').map(({ id, state }) => [id, state])
  const { state, steps } = await storyOf(plan.id)
  expect({ state, steps }).toEqual({ state: plan.state, steps: Object.fromEntries(told) })
}

it('independent steps are at work at the same time, those of one session one after the other', async () => {
  let [inside, looking, most, together] = [0, 0, 0, 0]
  const boundary: Boundary = async (at) => {
    if (at === 'before inside') most = Math.max(most, ++inside)
    if (at === 'after inside') inside--
    if (at === 'before look') together = Math.max(together, ++looking)
    if (at === 'after look') looking--
    await new Promise((resolve) => setImmediate(resolve))
  }
  await inWorld({ boundary }, async ({ plans }) => {
    const steps = ['a', 'b', 'c'].flatMap((name) => [
      act('inside', name),
      { ...act('look', `l${name}`, { ms: 5 }), session: 'none' as const },
    ])
    expect((await plans.executePlan({ session: SESSION, steps })).state).toBe('done')
  })
  expect(most).toBe(1)
  expect(together).toBeGreaterThan(1)
})

it('a paused plan begins no further steps and goes on when it is resumed', async () => {
  const { boundary, reached, open } = gate('before inside')
  await inWorld({ boundary }, async ({ plans }, world) => {
    const { planId } = await plans.start({
      session: SESSION,
      steps: [act('inside', 'a'), { ...act('inside', 'b'), needs: ['a'] }],
    })
    await reached
    expect((await plans.pause(planId, LOCAL_USER)).state).toBe('paused')
    open()
    await expect.poll(async () => statesOf(await plans.get(planId, LOCAL_USER))).toEqual({ a: 'done', b: 'waiting' })
    await plans.resume(planId, LOCAL_USER)
    const done = await plans.wait(planId)
    expect(countsIn(world)).toEqual({ a: 1, b: 1 })
    await expectSameStory(done)
  })
})

it('a cancelled plan writes nothing more, and its effect outside is unknown', async () => {
  const { boundary, reached, open } = gate('before outside')
  await inWorld({ boundary }, async ({ plans }) => {
    const { planId } = await plans.start({
      steps: [act('outside', 'send'), { ...act('look', 'end'), needs: ['send'] }],
    })
    await reached
    const cancelled = plans.cancel(planId, LOCAL_USER)
    await expect.poll(async () => (await store.plans.get(planId))?.state).toBe('cancelled')
    open()
    const plan = await cancelled
    expect([plan.state, statesOf(plan)]).toEqual(['cancelled', { send: 'unknown', end: 'waiting' }])
    await expect(plans.resume(planId, LOCAL_USER)).rejects.toMatchObject({ code: 'PLAN_STATE' })
    await expectSameStory(plan)
  })
})

const FAILING: PlanRequest = {
  session: SESSION,
  replan: 'off',
  steps: [
    act('inside', 'a'),
    { ...act('inside', 'b', { fails: true }), needs: ['a'], risky: true },
    { ...act('inside', 'c'), needs: ['b'] },
  ],
}

it('a risky step that fails is undone, and the plan stops there', async () => {
  await inWorld({}, async ({ plans }, world) => {
    const plan = await plans.executePlan(FAILING)
    expect([plan.state, statesOf(plan)]).toEqual(['failed', { a: 'done', b: 'failed', c: 'waiting' }])
    expect(countsIn(world)).toEqual({ a: 1 })
    await expectSameStory(plan)
    await plans.resume(plan.id, LOCAL_USER)
    const again = await plans.wait(plan.id)
    expect(countsIn(world)).toEqual({ a: 1 })
    await expectSameStory(again)
  })
})

it('a plan that is run again from a step begins where its session was before that step', async () => {
  await inWorld({}, async ({ plans }, world) => {
    const steps = [
      act('inside', 'a'),
      { ...act('inside', 'b'), needs: ['a'] },
      { ...act('outside', 'c'), needs: ['b'] },
    ]
    const { id } = await plans.executePlan({ session: SESSION, steps })
    await plans.rerun(id, LOCAL_USER, 'b')
    const plan = await plans.wait(id)
    expect([plan.state, countsIn(world)]).toEqual(['done', { a: 1, b: 1 }])
    // A person wanted the effect again: it has another key.
    expect(new Set(outsideOf(world)).size).toBe(2)
    await expectSameStory(plan)
    await expect(plans.rerun(id, LOCAL_USER, 'gone')).rejects.toMatchObject({ code: 'PLAN_STEP_NOT_FOUND' })
  })
})

it('a branch has the results before a step, other steps from there on, and leaves its origin alone', async () => {
  await inWorld({}, async ({ plans }) => {
    const steps = [act('inside', 'a'), { ...act('inside', 'b'), needs: ['a'] }]
    const { id } = await plans.executePlan({ session: SESSION, steps })
    const other = { ...act('look', 'b'), needs: ['a'], mayFail: false, risky: false, retries: 0 }
    const { planId } = await plans.branch(id, LOCAL_USER, { from: 'b', changed: [other] })
    const branch = await plans.wait(planId)
    expect([branch.state, branch.branchOf, branch.steps[1]?.type]).toEqual(['done', id, 'look'])
    expect(branch.steps[0]?.output).toEqual({ count: 1 })
    await expect(
      plans.branch(id, LOCAL_USER, { from: 'b', changed: [{ ...other, id: 'a', needs: [] }] }),
    ).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    })
  })
})

it('a rule gives a step that ran out of time twice the time, and no more often than it may', async () => {
  await inWorld({}, async ({ plans }) => {
    const slow = { ...act('look', 'slow', { ms: 40, fails: true }), timeoutMs: 5 }
    const plan = await plans.executePlan({ steps: [slow] })
    expect([plan.state, plan.replans, plan.error?.code]).toEqual(['failed', 2, 'STEP_TIMEOUT'])
    const events = await store.events.readPage(`plan:${plan.id}`, { afterSeq: 0, limit: 99 })
    expect(events.filter(({ type }) => type === 'plan.changed')).toHaveLength(2)
    await expectSameStory(plan)
  })
})

const answering = (delta: unknown) =>
  ({
    id: 'fake/model',
    url: '',
    ask: async () => ({ answer: delta, usage: { inputTokens: 0, outputTokens: 0 } }),
  }) as unknown as NonNullable<PlanNeeds['model']>
const step = (type: string, name: string, more = {}) => ({
  ...act(type, name),
  needs: [],
  mayFail: false,
  risky: false,
  retries: 0,
  ...more,
})

it('a model changes the rest of a plan by a delta that is validated like any plan', async () => {
  const good = { why: 'mended', changed: [step('inside', 'b', { needs: ['x'] })], added: [step('inside', 'x')] }
  await inWorld({ change: () => ({ model: answering(good) }) }, async ({ plans }, world) => {
    const plan = await plans.executePlan({ ...FAILING, replan: 'model' })
    expect([plan.state, plan.replans, countsIn(world)]).toEqual(['done', 1, { a: 1, x: 1, b: 1, c: 1 }])
    await expectSameStory(plan)
  })
})

it.each([
  ['changes a step that is done', { why: '', changed: [step('inside', 'a')], added: [] }],
  ['names an unknown action', { why: '', changed: [step('nothing', 'b')], added: [] }],
  ['makes a circle', { why: '', changed: [step('inside', 'b', { needs: ['c'] })], added: [] }],
  ['reaches outside where nobody can be asked', { why: '', changed: [step('outside', 'b')], added: [] }],
])('a delta of a model is refused when it %s', async (_, delta) => {
  await inWorld({ change: () => ({ model: answering(delta) }) }, async ({ plans }, world) => {
    const plan = await plans.executePlan({ ...FAILING, replan: 'model' })
    expect([plan.state, plan.replans, outsideOf(world)]).toEqual(['failed', 0, []])
  })
})

it('a risky step is put before a person, and a refusal is its failure', async () => {
  const asked: unknown[] = []
  const approvals: NonNullable<PlanNeeds['approvals']> = {
    async pass({ kind, title }) {
      asked.push([kind, title.split(':')[0]?.replace(/pln\w+/, 'ID')])
      throw Object.assign(new Error('denied'), { code: 'APPROVAL_DENIED' })
    },
  }
  await inWorld({ change: () => ({ approvals }) }, async ({ plans }, world) => {
    const plan = await plans.executePlan({
      steps: [{ ...act('outside', 'send'), risky: true, retries: 2 }],
      replan: 'off',
    })
    expect([plan.state, outsideOf(world), asked]).toEqual(['failed', [], [['step', 'Step send of plan ID']]])
  })
})

it('an engine that lost its plan to another finishes nothing (DBOS py#818: the losing twin goes on)', async () => {
  const { boundary, reached, open } = gate('after inside')
  await inWorld({ boundary }, async (first, world) => {
    const { planId } = await first.plans.start({
      session: SESSION,
      steps: [act('inside', 'a'), { ...act('inside', 'b'), needs: ['a'] }],
    })
    await reached
    const second = await openPlanEngine({ store, directory: world, died: [first.engineId] })
    const plan = await second.plans.wait(planId)
    expect([plan.state, countsIn(world)]).toEqual(['done', { a: 1, b: 1 }])
    const before = await storyOf(planId)
    open()
    await first.close()
    expect(await storyOf(planId)).toEqual(before)
    await second.close()
  })
})

it('an engine never adopts a plan that it is at work on (DBOS java#491)', async () => {
  const { boundary, reached, open } = gate('before inside')
  await inWorld({ boundary }, async ({ plans, beat }, world) => {
    const { planId } = await plans.start({ session: SESSION, steps: [act('inside', 'a')] })
    await reached
    await Promise.all([beat(), beat(), plans.resume(planId, LOCAL_USER)])
    open()
    const plan = await plans.wait(planId)
    expect([countsIn(world), plan.steps[0]?.attempts]).toEqual([{ a: 1 }, 1])
  })
})

it('an effect outside that was under way when the engine was lost waits for a person (yc-software/qm#1421: a lost command ran twice)', async () => {
  const dying = gate('after outside')
  await inWorld({ boundary: dying.boundary }, async (first, world) => {
    const { planId } = await first.plans.start({
      steps: [act('outside', 'send'), { ...act('look', 'end'), needs: ['send'] }],
    })
    await dying.reached
    const second = await openPlanEngine({ store, directory: world, died: [first.engineId] })
    const waiting = await second.plans.wait(planId)
    expect([waiting.state, statesOf(waiting)]).toEqual(['waiting', { send: 'unknown', end: 'waiting' }])
    await expect(second.plans.resume(planId, LOCAL_USER)).rejects.toMatchObject({ code: 'PLAN_STATE' })
    await second.plans.resume(planId, LOCAL_USER, { step: 'send', as: 'done', output: { count: 7 } })
    const plan = await second.plans.wait(planId)
    expect([plan.state, plan.steps[0]?.output, outsideOf(world).length]).toEqual(['done', { count: 7 }, 1])
    await expectSameStory(plan)
    dying.open()
    await first.close()
    await second.close()
  })
})

it('a step that is tried again takes back nothing that others do in its session', async () => {
  const dying = gate('before outside')
  await inWorld({ boundary: dying.boundary }, async (first, world) => {
    const { planId } = await first.plans.start({
      session: SESSION,
      steps: [
        { ...act('inside', 'other'), needs: ['look'] },
        act('outside', 'send'),
        { ...act('look', 'look'), session: 'none' },
      ],
    })
    await dying.reached
    const second = await openPlanEngine({ store, directory: world, died: [first.engineId] })
    expect(statesOf(await second.plans.wait(planId))).toEqual({ other: 'waiting', send: 'unknown', look: 'done' })
    await second.plans.resume(planId, LOCAL_USER, { step: 'send', as: 'again' })
    const plan = await second.plans.wait(planId)
    expect([plan.state, countsIn(world), outsideOf(world).length]).toEqual(['done', { other: 1 }, 1])
    await expectSameStory(plan)
    dying.open()
    await first.close()
    await second.close()
  })
})

it('the failure of a step is handled once, also when the engine is lost within it (LangGraph #9002)', async () => {
  const dying = gate('after restore')
  await inWorld({ boundary: dying.boundary }, async (first, world) => {
    const { planId } = await first.plans.start(FAILING)
    await dying.reached
    const second = await openPlanEngine({ store, directory: world, died: [first.engineId] })
    const plan = await second.plans.wait(planId)
    expect([plan.state, countsIn(world)]).toEqual(['failed', { a: 1 }])
    const ends = (await store.events.readPage(`plan:${planId}`, { afterSeq: 0, limit: 99 })).filter(
      (event) => event.type === 'step.end' && event.step === 'b',
    )
    expect(ends).toHaveLength(1)
    dying.open()
    await first.close()
    await second.close()
  })
})

it('a plan of another user does not exist', async () => {
  await inWorld({}, async ({ plans }) => {
    const { id } = await plans.executePlan({ steps: [act('look', 'a')] })
    for (const visit of [
      () => plans.get(id, 'ben'),
      () => plans.pause(id, 'ben'),
      () => plans.resume(id, 'ben'),
      () => plans.cancel(id, 'ben'),
      () => plans.rerun(id, 'ben', 'a'),
      () => plans.branch(id, 'ben', { from: 'a', changed: [] }),
    ])
      await expect(visit()).rejects.toMatchObject({ code: 'PLAN_NOT_FOUND' })
    expect(await plans.list({ userId: 'ben', limit: 9 })).toEqual([])
  })
})
