import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSqlite } from '../src/store/database/sqlite.ts'
import type { PlanRow, StepRow } from '../src/store/plan/plan-tables.ts'
import type { Store } from '../src/store/store.ts'
import { openPlanEngine } from './support/plan-engine.ts'
import { outsideOf } from './support/plan-world.ts'

// Defects that others had; those of engines that die or lose a plan stand in test/plans.test.ts.

let directory = ''
let file = ''
let store: Store
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-plan-defects-'))
  file = join(directory, 'anneal.db')
  store = await openSqlite({ file })
})
afterAll(async () => {
  await store.close()
  await rm(directory, { recursive: true })
})

const planOf = (id: string, known: Partial<PlanRow> = {}): PlanRow => ({
  ...{ id, userId: 'ada', state: 'running', engineId: null, createdAt: 1, updatedAt: 1, name: null, sessionId: null },
  ...{ definition: { steps: [], replan: 'off' }, branchOf: null, replans: 0, round: 0, restores: [], ...known },
})
const DONE: StepRow = {
  ...{ path: 'a', state: 'done', attempts: 1, reach: 'none', actionId: null, sessionId: null, checkpointId: null },
  ...{ startedAt: 1, endedAt: 2, output: 'old' },
}

it('a step and its event are stored together or not at all (LangGraph #8039: two writes in any order)', async () => {
  await store.plans.create(planOf('pln-together'), [])
  const claim = { planId: 'pln-together', token: 'mine' }
  await store.plans.claim({ ...claim, engineId: 'eng', now: 1 })
  const other = new SqliteFile(file)
  other.exec(`create trigger refused before insert on event when new.type = 'step.end'
    begin select raise(abort, 'refused'); end`)
  const end = () => store.plans.write(claim, { at: 2, steps: [DONE] }, [{ type: 'step.end', step: 'a', state: 'done' }])
  await expect(end()).rejects.toThrow()
  expect(await store.plans.steps('pln-together')).toEqual([])
  other.exec('drop trigger refused')
  other.close()
  await end()
  expect(await store.plans.steps('pln-together')).toEqual([DONE])
})

it('a plan without an id is nobody’s, and a step without one is refused before anything is done (DBOS py#759: an empty id ran again and again)', async () => {
  const world = join(directory, 'world')
  const engine = await openPlanEngine({ store, directory: world })
  const send = (id: string) => ({ steps: [{ id, action: { type: 'outside', input: { name: 'x' } } }] })
  await expect(engine.plans.start(send(''))).rejects.toThrow()
  await expect(engine.plans.resume('', 'local')).rejects.toMatchObject({ code: 'PLAN_NOT_FOUND' })
  const [one, two] = [await engine.plans.executePlan(send('x')), await engine.plans.executePlan(send('x'))]
  expect(one.id).not.toBe(two.id)
  await engine.beat()
  await engine.close()
  expect(outsideOf(world)).toHaveLength(2)
})

it('a removed plan leaves no result to a plan of the same id (DBOS py#769: a reused id gave an old result)', async () => {
  await store.plans.create(planOf('pln-again', { state: 'done' }), [DONE])
  await store.plans.removeBefore(5)
  await store.plans.create(planOf('pln-again'), [])
  expect(await store.plans.steps('pln-again')).toEqual([])
  expect((await store.plans.get('pln-again'))?.state).toBe('running')
})

it('a second plan of the same id is refused, and the first stays as it was (DBOS ts#725: a duplicate id broke durability)', async () => {
  await store.plans.create(planOf('pln-twice', { name: 'first' }), [DONE])
  await expect(store.plans.create(planOf('pln-twice', { name: 'second' }), [])).rejects.toThrow()
  expect((await store.plans.get('pln-twice'))?.name).toBe('first')
  expect(await store.plans.steps('pln-twice')).toEqual([DONE])
})
