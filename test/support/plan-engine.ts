import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { LOCAL_USER } from '../../src/access/keys.ts'
import { EngineError } from '../../src/contract/errors.ts'
import { makeId } from '../../src/contract/id.ts'
import type { PlanNeeds } from '../../src/plan/plan-parts.ts'
import type { PlansApi } from '../../src/plan/plans-api.ts'
import { plansPart } from '../../src/plan/plans-part.ts'
import { createFileBlobs } from '../../src/store/blob/file-blobs.ts'
import { createJournal } from '../../src/store/event/journal.ts'
import type { PlanRows } from '../../src/store/plan/plan-rows.ts'
import type { Store } from '../../src/store/store.ts'
import { type Boundary, openPlanWorld, outsideOf } from './plan-world.ts'

const LONG_MS = 3_600_000
const nothing = async () => {}

export interface PlanEngine {
  plans: PlansApi
  engineId: string
  openedAt: number
  needs: PlanNeeds
  beat(): Promise<void>
  close(): Promise<void>
}

/** The real plans on a real store, with effects that can be counted. An engine that died before is known to be dead. */
export async function openPlanEngine(options: {
  store: Store
  directory: string
  died?: string[]
  boundary?: Boundary
  change?: Partial<PlanNeeds>
}): Promise<PlanEngine> {
  const { store, directory, died = [], boundary = nothing, change } = options
  const newId: PlanNeeds['newId'] = (prefix) => makeId(prefix, Date.now(), randomBytes(12))
  const engineId = newId('eng')
  const openedAt = Date.now()
  for (const dead of died) await store.leases.release(dead)
  await store.leases.renew(engineId, Date.now() + LONG_MS)
  const blobs = await createFileBlobs({ directory: join(directory, 'blobs'), limitBytes: 1_000_000 })
  const { events: rows, outputs, runs } = store
  const needs: PlanNeeds = {
    ...openPlanWorld(directory, boundary),
    config: { planParallel: 4, planReplans: 2, planChangeMs: 600_000, retentionDays: 0, shutdownGraceMs: 0 },
    store: { plans: withBoundaries(store.plans, boundary), events: rows },
    journal: createJournal({ rows, outputs, runs, blobs, clock: Date.now, mask: (json) => json }),
    ...{ engineId, isBrief: false, newId, clock: Date.now },
    onTrouble(error) {
      throw error
    },
    onBug: (error) => new EngineError('INTERNAL', { requestId: String(error) }),
    ...change,
  }
  const { api, beat = nothing, close = nothing } = await plansPart(needs)
  return { plans: api, engineId, openedAt, needs, beat, close }
}

const WRITES = ['create', 'claim', 'write', 'alter', 'release'] as const

function withBoundaries(rows: PlanRows, boundary: Boundary): PlanRows {
  const writes = WRITES.map((name) => [
    name,
    async (...values: never[]) => {
      await boundary(`before ${name}`)
      const answer = await (rows[name] as (...all: never[]) => Promise<unknown>)(...values)
      await boundary(`after ${name}`)
      return answer
    },
  ])
  return { ...rows, ...Object.fromEntries(writes) }
}

/** Waits until a plan has ended. A person looks at the world and says what became of each step whose effect is unknown. */
export async function seeThrough(
  { plans }: Pick<PlanEngine, 'plans'>,
  { planId, directory, userId = LOCAL_USER }: { planId: string; directory: string; userId?: string },
) {
  for (;;) {
    const info = await plans.wait(planId, { userId })
    const unknown = info.steps.find(({ state }) => state === 'unknown')
    if (info.state !== 'waiting' || !unknown) return info
    const isDone = outsideOf(directory).some((key) => key.endsWith(`.${unknown.id}`))
    const how = isDone ? ({ as: 'done', output: { count: 0 } } as const) : ({ as: 'again' } as const)
    await plans.resume(planId, userId, { step: unknown.id, ...how })
  }
}
