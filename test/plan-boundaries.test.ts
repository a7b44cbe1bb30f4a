import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanRequest } from '../src/contract/plan.ts'
import { openPostgres } from '../src/store/database/postgres.ts'
import { openSqlite } from '../src/store/database/sqlite.ts'
import type { Store } from '../src/store/store.ts'
import { assertSameStory, type PlanStory, storyOf } from './support/compare-plans.ts'
import { openPlanEngine, seeThrough } from './support/plan-engine.ts'
import { SESSION } from './support/plan-world.ts'
import { type PostgresServer, startPostgres } from './support/postgres.ts'

const act = (type: string, name: string, more = {}) => ({ action: { type, input: { name, ...more } } })

/** Every kind of step, and each way that a step can end. */
const PLAN: PlanRequest = {
  session: SESSION,
  steps: [
    { id: 'first', ...act('inside', 'first') },
    { id: 'bad', ...act('inside', 'bad', { fails: true }), mayFail: true, retries: 1, risky: true, needs: ['first'] },
    { id: 'send', ...act('outside', 'send'), needs: ['first'] },
    { id: 'never', ...act('inside', 'never'), when: { step: 'bad', ended: 'done' } },
    { id: 'each', forEach: { items: [1, 2], atOnce: 2 }, ...act('inside', 'each'), needs: ['bad'] },
    { id: 'sub', plan: { steps: [{ id: 'last', ...act('inside', 'last', { of: { $from: 'each' } }) }] } },
  ],
}

let directory = ''
let server: PostgresServer
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-plans-'))
  server = await startPostgres()
})
afterAll(async () => {
  await server.stop()
  await rm(directory, { recursive: true })
})

describe.each([
  { name: 'SQLite', every: 1, open: async () => openSqlite({ file: join(directory, 'anneal.db') }) },
  { name: 'PostgreSQL', every: 4, open: async () => openPostgres({ url: await server.createDatabase() }) },
])('a plan on $name', ({ name, every, open }) => {
  it('ends the same, with every effect once, wherever its engine is lost', async () => {
    const store = await open()
    try {
      const world = (at: number) => join(directory, `${name}-${at}`)
      const { story: undisturbed } = await livesThrough(store, world(0), Number.POSITIVE_INFINITY)
      expect(undisturbed.state).toBe('done')
      expect(undisturbed.counts).toEqual({ first: 1, each: 2, last: 1 })
      let deaths = 0
      for (let at = 1; ; at += every) {
        const { story, hasDied } = await livesThrough(store, world(at), at)
        assertSameStory(story, undisturbed)
        if (!hasDied) break
        deaths++
      }
      expect(deaths).toBeGreaterThan(50 / every)
    } finally {
      await store.close()
    }
  })
})

/** One engine that stops for ever at this boundary, and another that goes on. */
async function livesThrough(
  store: Store,
  world: string,
  dieAt: number,
): Promise<{ story: PlanStory; hasDied: boolean }> {
  let boundaries = 0
  const died = Promise.withResolvers<'died'>()
  const boundary = async () => {
    if (++boundaries < dieAt) return
    died.resolve('died')
    await new Promise(() => {})
  }
  const first = await openPlanEngine({ store, directory: world, boundary })
  const ended = first.plans.executePlan(PLAN)
  const info = await Promise.race([ended, died.promise])
  if (info !== 'died') {
    await first.close()
    return { story: storyOf(info, world), hasDied: false }
  }
  const next = await openPlanEngine({ store, directory: world, died: [first.engineId] })
  const [known] = await next.plans.list({ userId: 'local', limit: 1 })
  const isOfThis = known && known.createdAt >= first.openedAt
  const planId = isOfThis ? known.id : (await next.plans.start(PLAN)).planId
  const story = storyOf(await seeThrough(next, { planId, directory: world }), world)
  await next.close()
  return { story, hasDied: true }
}
