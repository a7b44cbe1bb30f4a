import type { PlanStep } from '../contract/plan.ts'
import { stepsIn } from './condition.ts'
import { referencesIn } from './references.ts'

/** Ids of the steps that a step needs or refers to, those outside of its own sub-plan only. */
export function needsOf(step: PlanStep): string[] {
  const own = [
    ...step.needs,
    ...referencesIn([step.action?.input, step.forEach?.items]).map(({ from }) => from),
    ...(step.when ? stepsIn(step.when) : []),
  ]
  const inner = step.plan?.steps ?? []
  const innerIds = new Set(inner.map(({ id }) => id))
  const outer = inner.flatMap(needsOf).filter((id) => !innerIds.has(id))
  return [...new Set([...own, ...outer])]
}
