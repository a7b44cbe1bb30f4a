import { join } from 'node:path'
import { live, workersOn } from '../../soak/kill-plans.ts'
import type { PlanRequest } from '../../src/contract/plan.ts'
import type { Store } from '../../src/store/store.ts'
import { assertSameStory, type PlanStory, storyOf } from './compare-plans.ts'
import { openPlanEngine, seeThrough } from './plan-engine.ts'

interface Boundaries {
  directory: string
  /** The database, and the same one opened here. */
  place: string
  store: Store
  plan: PlanRequest
  /** Every how many effects that last an engine is killed. */
  every: number
}

/**
 * Runs a plan in a process that is killed after its first lasting effect, then the same plan in one that is killed after its second, and so on; an engine
 * here goes on with each. Throws where one tells another story than the plan undisturbed.
 */
export async function killAtBoundaries({ directory, place, store, plan, every }: Boundaries) {
  const { worker, stop } = workersOn(place)
  const task = (name: number) => ({ directory: join(directory, `at-${name}`), seed: name + 1, died: [], plan })
  try {
    const { story: calm } = await live(worker(), { ...task(0), dieAfter: 0 }, undefined)
    if (!calm) throw new Error('the calm engine told nothing')
    for (let deaths = 0, at = 1; ; at += every, deaths++) {
      const { story, engineId } = await live(worker(), { ...task(at), dieAfter: at }, undefined)
      if (story) return { calm, deaths }
      assertSameStory(await goOn(store, { ...task(at), engineId }), calm)
    }
  } finally {
    stop()
  }
}

async function goOn(
  store: Store,
  { directory, seed, plan, engineId }: { directory: string; seed: number; plan: PlanRequest; engineId: string },
): Promise<PlanStory> {
  const userId = `world-${seed}`
  const engine = await openPlanEngine({ store, directory, died: [engineId] })
  const [known] = await engine.plans.list({ userId, limit: 1 })
  const planId = known?.id ?? (await engine.plans.start(plan, { userId })).planId
  const story = storyOf(await seeThrough(engine, { planId, directory, userId }), directory)
  await engine.close()
  return story
}
