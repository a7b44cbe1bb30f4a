import type { PlanDefinition, PlanDelta, PlanStep } from '../contract/plan.ts'

/** The plan with changed steps in the places of those with the same ids, and added ones behind. */
export function applyDelta(
  definition: PlanDefinition,
  { changed, added }: Pick<PlanDelta, 'changed' | 'added'>,
): PlanDefinition {
  const byId = new Map(changed.map((step) => [step.id, step]))
  const steps: PlanStep[] = definition.steps.map((step) => byId.get(step.id) ?? step)
  return { ...definition, steps: [...steps, ...added] }
}
