import { EngineError } from '../contract/errors.ts'
import type { PlanBranch, PlanDefinition } from '../contract/plan.ts'
import type { PlanRow, StepRow } from '../store/plan/plan-tables.ts'
import { applyDelta } from './apply-delta.ts'
import type { PlanNeeds } from './plan-parts.ts'
import { startOver } from './start-over.ts'

/** A new plan that begins as another was before a step, with the results of the steps before it. */
export async function branchPlan(
  { sessions, newId, clock }: Pick<PlanNeeds, 'sessions' | 'newId' | 'clock'>,
  {
    plan,
    steps,
    how,
    check,
  }: { plan: PlanRow; steps: StepRow[]; how: PlanBranch; check(definition: PlanDefinition): void },
): Promise<{ plan: PlanRow; steps: StepRow[] }> {
  const { forgotten, restores, reset } = startOver(plan, steps, how.from)
  const gone = new Set(forgotten)
  const kept = steps.filter(({ path }) => !gone.has(path))
  const open = kept.find(({ state }) => state === 'running' || state === 'unknown')
  if (open) {
    const wanted = `be branched while step ${open.path} is ${open.state}`
    throw new EngineError('PLAN_STATE', { planId: plan.id, state: plan.state, wanted })
  }
  const known = new Set(plan.definition.steps.map(({ id }) => id))
  const late = how.changed.filter(({ id }) => known.has(id) && !reset.includes(id))
  if (late.length > 0) {
    const problems = late.map(({ id }) => `changed: step ${id} is done before ${how.from}, so it cannot be changed`)
    throw new EngineError('INVALID_REQUEST', { problems })
  }
  const delta = {
    changed: how.changed.filter(({ id }) => known.has(id)),
    added: how.changed.filter(({ id }) => !known.has(id)),
  }
  const definition = applyDelta(plan.definition, delta)
  check(definition)
  const sessionId = plan.sessionId && (await branchSession(plan.sessionId))
  const at = clock()
  return {
    plan: {
      ...{ id: newId('pln'), userId: plan.userId, state: 'running', engineId: null, createdAt: at, updatedAt: at },
      ...{ name: plan.name, definition, sessionId, branchOf: plan.id, replans: 0, round: 0, restores: [] },
    },
    steps: kept,
  }

  async function branchSession(id: string): Promise<string> {
    const own = new Map(steps.map((row) => [row.checkpointId, row.sessionId]))
    const point = restores.find((checkpointId) => own.get(checkpointId) === id)
    const checkpointId =
      point ?? (await sessions.checkpoints.createForStep(id, { userId: plan.userId }, `branch of ${plan.id}`)).id
    return (await sessions.checkpoints.branch(checkpointId, plan.userId)).id
  }
}
