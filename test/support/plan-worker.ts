import { readSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import type { PlanRequest } from '../../src/contract/plan.ts'
import { storyOf } from './compare-plans.ts'
import { openPlanEngine, seeThrough } from './plan-engine.ts'
import { randomPlan } from './random-plan.ts'

/**
 * An engine that goes on with the plan of its world, or starts it. It begins at a line of input that names the world; prints the story of the
 * plan when that has ended. Its effects take a moment, so that it can be killed within them.
 */
const place = process.argv[2] ?? ''
const { openStore } = await loadStore()
// The cache is flushed now: this process is killed and never reaches its end.
flushCompileCache()
const line = Buffer.alloc(10_000)
const length = readSync(0, line)
// An end of input instead of a line: the test is gone.
if (length === 0) process.exit()
const { directory, seed, died, plan, dieAfter } = JSON.parse(line.subarray(0, length).toString()) as PlanTask
const store = await openStore()
const seedOfPlan = Math.abs(seed)
let lasting = 0
const boundary = async (name: string) => {
  if (dieAfter === undefined) await wait(Math.random() * 2)
  // Nothing runs in this process after its own signal: no other step gets further.
  else if (name.startsWith('after') && ++lasting === dieAfter) process.kill(process.pid, 'SIGKILL')
}
const engine = await openPlanEngine({ store, directory, died, boundary })
const owner = `world-${seed}`
writeSync(1, `${engine.engineId}\n`)
const [known] = await engine.plans.list({ userId: owner, limit: 1 })
const planId = known?.id ?? (await engine.plans.start(plan ?? randomPlan(seedOfPlan), { userId: owner })).planId
const info = await seeThrough(engine, { planId, directory, userId: owner })
writeSync(1, `${JSON.stringify(storyOf(info, directory))}\n`)
process.exit()

export interface PlanTask {
  directory: string
  seed: number
  /** Engines that were killed. */
  died: string[]
  /** In place of the random plan of the seed. */
  plan?: PlanRequest
  /** Dies by SIGKILL as soon as so many effects have lasted: rows, checkpoints, effects of steps. */
  dieAfter?: number
}

/** Loads only the needed database: loading both would take most of the time of the test. */
async function loadStore() {
  if (place.startsWith('postgres:')) {
    const { openPostgres } = await import('../../src/store/database/postgres.ts')
    return { openStore: () => openPostgres({ url: place }) }
  }
  const { openSqlite } = await import('../../src/store/database/sqlite.ts')
  return { openStore: () => openSqlite({ file: place }) }
}
