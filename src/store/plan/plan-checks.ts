import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import { inStore, isEngineError, type OpenStore } from '../in-store.ts'
import type { Store } from '../store.ts'
import type { PlanDraft } from './plan-rows.ts'
import type { PlanRow, StepRow } from './plan-tables.ts'

const definition: PlanRow['definition'] = { steps: [], replan: 'off' }
const SOON = Number.MAX_SAFE_INTEGER

const planOf = (known: Partial<PlanRow> = {}): PlanRow => ({
  ...{ id: randomUUID(), userId: randomUUID(), state: 'running', engineId: null, createdAt: 10, updatedAt: 10 },
  ...{ name: null, definition, sessionId: null, branchOf: null, replans: 0, round: 0, restores: [], ...known },
})

const stepOf = (path: string, known: Partial<StepRow> = {}): StepRow => ({
  ...{ path, state: 'done', attempts: 1, reach: 'inside', actionId: 'act1', sessionId: null, checkpointId: 'chk1' },
  ...{ startedAt: 11, endedAt: 12, output: { text: 'nul \u0000 and half \ud800' }, ...known },
})

const start = (step: string): PlanDraft => ({
  ...{ type: 'step.start', step, attempt: 1, action: 'file.write', actionId: 'act1', reach: 'inside' },
  ...{ checkpointId: null, isRecovery: false },
})

/** A living engine with a plan in its hands. */
async function claimed(store: Store, known: Partial<PlanRow> = {}) {
  const plan = planOf(known)
  const [engineId, token] = [randomUUID(), randomUUID()]
  await store.plans.create(plan, [])
  await store.leases.renew(engineId, SOON)
  const claim = { planId: plan.id, token }
  const row = await store.plans.claim({ ...claim, engineId, now: 1 })
  return { plan, engineId, claim, row }
}

const typesOf = async (store: Store, planId: string) =>
  (await store.events.readPage(`plan:${planId}`, { afterSeq: 0, limit: 99 })).map(({ type }) => type)

export const planChecks: Check<OpenStore>[] = [
  {
    id: 'a-step-is-stored-with-its-event-and-comes-back-whole',
    run: (open) =>
      inStore(open, async (store) => {
        const { plan, claim } = await claimed(store)
        const step = stepOf('each[0]/a')
        const { state, told } = await store.plans.write(claim, { at: 20, steps: [step] }, [start(step.path)])
        assert.equal(state, 'running')
        assert.deepEqual(told, [`plan:${plan.id}.2`])
        assert.deepEqual(await store.plans.steps(plan.id), [step])
        assert.deepEqual(await typesOf(store, plan.id), ['plan.created', 'step.start'])
        assert.equal((await store.plans.get(plan.id))?.updatedAt, 20)
      }),
  },
  {
    id: 'one-living-engine-has-a-plan',
    run: (open) =>
      inStore(open, async (store) => {
        const { plan, engineId, row } = await claimed(store)
        assert.equal(row?.engineId, engineId)
        const other = { planId: plan.id, token: randomUUID(), engineId: randomUUID(), now: 1 }
        assert.equal(await store.plans.claim(other), undefined, 'a second engine got it too')
        const free = { engineId: other.engineId, now: 1, limit: 10_000 }
        assert.ok(!(await store.plans.free(free)).includes(plan.id))
        await store.leases.release(engineId)
        assert.ok((await store.plans.free(free)).includes(plan.id), 'the plan of a dead engine is not free')
        assert.equal((await store.plans.claim(other))?.engineId, other.engineId)
      }),
  },
  {
    id: 'a-lost-engine-changes-nothing',
    run: (open) =>
      inStore(open, async (store) => {
        const { plan, engineId, claim } = await claimed(store)
        // The same engine takes it anew: the name of an engine fences nothing, the token does.
        await store.plans.claim({ planId: plan.id, token: randomUUID(), engineId, now: 1 })
        const late = store.plans.write(claim, { at: 20, steps: [stepOf('a')], plan: { state: 'done' } }, [start('a')])
        await assert.rejects(late, isEngineError('PLAN_TAKEN'))
        assert.deepEqual(await store.plans.steps(plan.id), [])
        assert.equal((await store.plans.get(plan.id))?.state, 'running')
        assert.deepEqual(await typesOf(store, plan.id), ['plan.created'])
        assert.equal(await store.plans.held(claim), undefined)
        await store.plans.release(claim)
        assert.equal((await store.plans.get(plan.id))?.engineId, engineId, 'a late release gave it away')
      }),
  },
  {
    id: 'an-owner-takes-a-plan-from-its-engine',
    run: (open) =>
      inStore(open, async (store) => {
        const { plan, claim } = await claimed(store)
        const seen: boolean[] = []
        const taken = await store.plans.alter(
          plan.id,
          (_, __, isHeld) => {
            seen.push(isHeld)
            return {
              at: 30,
              plan: { state: 'cancelled' },
              drafts: [{ type: 'plan.end', state: 'cancelled' }],
              takes: true,
            }
          },
          1,
        )
        assert.deepEqual([seen, taken.state, taken.engineId], [[true], 'cancelled', null])
        assert.equal(await store.plans.held(claim), undefined, 'its engine still has it')
      }),
  },
  {
    id: 'plans-come-back-newest-first-to-their-user-alone',
    run: (open) =>
      inStore(open, async (store) => {
        const [userId, name] = [randomUUID(), randomUUID()]
        for (const letter of ['a', 'b', 'c']) await store.plans.create(planOf({ id: `${name}${letter}`, userId }), [])
        await store.plans.create(planOf({ id: `${name}d` }), [])
        const list = await store.plans.list({ userId, limit: 2 })
        assert.deepEqual(
          list.map(({ id }) => id),
          [`${name}c`, `${name}b`],
        )
        const rest = await store.plans.list({ userId, limit: 9, before: `${name}b` })
        assert.deepEqual(
          rest.map(({ id }) => id),
          [`${name}a`],
        )
      }),
  },
  {
    id: 'plans-of-a-user-are-removed-in-pieces-and-old-ended-ones-are-forgotten',
    run: (open) =>
      inStore(open, async (store) => {
        const userId = randomUUID()
        const [going, old, young] = [{}, { state: 'done' as const, updatedAt: 1 }, { state: 'done' as const }].map(
          (known) => planOf({ userId, ...known }),
        ) as [PlanRow, PlanRow, PlanRow]
        for (const plan of [going, old, young]) await store.plans.create(plan, [stepOf('a')])
        await store.plans.removeBefore(5)
        assert.equal(await store.plans.get(old.id), undefined)
        assert.deepEqual(await store.plans.steps(old.id), [], 'steps of a removed plan are left')
        assert.deepEqual([await store.plans.removeOf(userId, 1), await store.plans.removeOf(userId, 5)], [1, 1])
        assert.deepEqual(await store.plans.list({ userId, limit: 9 }), [])
      }),
  },
]
