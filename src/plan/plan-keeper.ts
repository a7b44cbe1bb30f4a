import { randomBytes } from 'node:crypto'
import { EngineError } from '../contract/errors.ts'
import type { PlanNeeds } from './plan-parts.ts'
import { runPlan } from './run-plan.ts'

/** Plans that one engine takes at a time; others go to other engines, or wait for the next beat. */
const AT_ONCE = 50

interface Kept {
  token: string
  abort: AbortController
  wake(): void
  ended: Promise<void>
  /** Somebody wants it to go on: the work on it may be about to end. */
  isWanted: boolean
}

export interface PlanKeeper {
  /** Takes a plan that nobody has and goes on with it; does nothing when somebody has it. */
  take(planId: string): Promise<void>
  /** Tells the engine at work, if it is this one, that the plan was changed. */
  wake(planId: string): void
  /** Ends the work on a plan that was taken away, if it is here; resolves when nothing of it goes on. */
  drop(planId: string): Promise<void>
  /** Takes the plans of dead engines, and notices those that were taken from this one. */
  look(): Promise<void>
  /** Begins nothing new and lets steps end for a while; the next engine goes on with the rest. */
  close(): Promise<void>
}

/** The plans that this engine has in hand. Each was claimed with a token of its own, and is worked on once in this process. */
export function createPlanKeeper(needs: PlanNeeds): PlanKeeper {
  const { store, engineId, clock, onTrouble } = needs
  const kept = new Map<string, Kept>()
  let isStopping = false

  async function take(planId: string): Promise<void> {
    const here = kept.get(planId)
    if (here) here.isWanted = true
    if (isStopping || here || kept.size >= AT_ONCE) return
    const token = randomBytes(16).toString('hex')
    const abort = new AbortController()
    const bell = createBell()
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    // The place is taken before the first wait: two calls of one moment never work on one plan.
    kept.set(planId, { token, abort, wake: bell.ring, ended, isWanted: false })
    try {
      const plan = await store.plans.claim({ planId, token, engineId, now: clock() })
      if (plan) {
        const claim = { planId, token }
        work({ claim, plan, signal: abort.signal, woken: bell.rung, isStopping: () => isStopping }).finally(leave)
      } else leave()
    } catch (error) {
      leave()
      throw error
    }
    function leave() {
      const isWanted = kept.get(planId)?.isWanted
      kept.delete(planId)
      resolve()
      if (isWanted) take(planId).catch(onTrouble)
    }
  }

  async function work(run: Parameters<typeof runPlan>[1]): Promise<void> {
    try {
      await runPlan(needs, run)
    } catch (error) {
      if (isTaken(error)) return
      if (!run.signal.aborted) onTrouble(error)
      // Given back: whoever takes it next goes on from the rows.
      await store.plans.release(run.claim).catch(onTrouble)
    } finally {
      // Actions of steps that this engine no longer writes for must not go on.
      kept.get(run.claim.planId)?.abort.abort(new EngineError('PLAN_TAKEN', { planId: run.claim.planId }))
    }
  }

  return {
    take,
    wake: (planId: string) => kept.get(planId)?.wake(),
    async drop(planId: string): Promise<void> {
      const here = kept.get(planId)
      here?.abort.abort(new EngineError('PLAN_TAKEN', { planId }))
      here?.wake()
      await here?.ended
    },
    async look(): Promise<void> {
      for (const [planId, { token, abort, wake }] of kept) {
        const state = await store.plans.held({ planId, token })
        if (state === undefined) abort.abort(new EngineError('PLAN_TAKEN', { planId }))
        wake()
      }
      if (isStopping || needs.isBrief) return
      for (const planId of await store.plans.free({ engineId, now: clock(), limit: AT_ONCE })) await take(planId)
    },
    async close(): Promise<void> {
      isStopping = true
      for (const { wake } of kept.values()) wake()
      const late = setTimeout(() => {
        for (const { abort, wake } of kept.values()) {
          abort.abort(new Error('the engine stops'))
          wake()
        }
      }, needs.config.shutdownGraceMs)
      await Promise.all([...kept.values()].map(({ ended }) => ended))
      clearTimeout(late)
    },
  }
}

const isTaken = (error: unknown) => error instanceof EngineError && error.code === 'PLAN_TAKEN'

/** `rung` resolves with the next ring, also when it came before. */
function createBell() {
  let next = Promise.withResolvers<void>()
  return {
    ring: () => next.resolve(),
    async rung(): Promise<void> {
      const { promise } = next
      await promise
      if (next.promise === promise) next = Promise.withResolvers<void>()
    },
  }
}
