import type { ActionTypeInfo } from '../contract/action.ts'
import type { PlanStep } from '../contract/plan.ts'
import type { StepActions } from './plan-parts.ts'

/** The facts that a plan is held against. */
export interface PlanChecks {
  actions: Pick<StepActions, 'problemsOf'>
  types: Map<string, ActionTypeInfo>
  /** The session that steps without one of their own work in. */
  session: string | undefined
}

/** The place of a list of steps in a plan. */
export interface PlanScope {
  /** The path in front of the ids. */
  prefix: string
  steps: Map<string, PlanStep>
  outer: PlanScope | undefined
  isInFanOut: boolean
  session: string | undefined
}
