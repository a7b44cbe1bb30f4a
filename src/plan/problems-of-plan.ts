import { MOST_ITEMS, MOST_STEPS, type PlanDefinition, type PlanStep } from '../contract/plan.ts'
import { stepsIn } from './condition.ts'
import { cycleIn } from './cycle-in.ts'
import { needsOf } from './needs-of.ts'
import type { PlanChecks, PlanScope } from './plan-scope.ts'
import { problemsOfInput } from './problems-of-input.ts'
import { isReference, referencesIn } from './references.ts'

const MOST_DEPTH = 8

/** Every problem of a plan, one sentence each, so that all can be mended at once. */
export function problemsOfPlan({ steps }: Pick<PlanDefinition, 'steps'>, checks: PlanChecks): string[] {
  const count = countOf(steps, 0)
  if (count > MOST_STEPS) return [`the plan has ${count} steps; ${MOST_STEPS} are allowed`]
  if (depthOf(steps) > MOST_DEPTH) return [`sub-plans stand more than ${MOST_DEPTH} deep`]
  const { session } = checks
  return problemsOfScope(steps, { prefix: '', outer: undefined, isInFanOut: false, session }, checks)
}

const countOf = (steps: PlanStep[], depth: number): number =>
  steps.reduce((sum, { plan }) => sum + 1 + (plan && depth < 50 ? countOf(plan.steps, depth + 1) : 0), 0)

const depthOf = (steps: PlanStep[]): number =>
  1 + steps.reduce((most, { plan }) => Math.max(most, plan ? depthOf(plan.steps) : 0), 0)

function problemsOfScope(list: PlanStep[], place: Omit<PlanScope, 'steps'>, checks: PlanChecks): string[] {
  const scope: PlanScope = { ...place, steps: new Map(list.map((step) => [step.id, step])) }
  const cycle = cycleIn(list)
  return [
    ...twins(list).map((id) => `step ${place.prefix}${id}: there is another step of this id`),
    ...(cycle ? [`steps ${cycle.map((id) => place.prefix + id).join(' → ')} need each other in a circle`] : []),
    ...list.flatMap((step) =>
      problemsOfStep(step, scope, checks).map((problem) => `step ${place.prefix}${step.id}: ${problem}`),
    ),
    ...list.flatMap((step) => problemsInside(step, scope, checks)),
  ]
}

const twins = (list: PlanStep[]): string[] =>
  [...Map.groupBy(list, ({ id }) => id)].flatMap(([id, same]) => (same.length > 1 ? [id] : []))

function problemsInside(step: PlanStep, scope: PlanScope, checks: PlanChecks): string[] {
  if (!step.plan) return []
  const isInFanOut = scope.isInFanOut || step.forEach !== undefined
  const session = sessionIn(step, scope)
  const prefix = `${scope.prefix}${step.id}/`
  return problemsOfScope(step.plan.steps, { prefix, outer: scope, isInFanOut, session }, checks)
}

const sessionIn = ({ session }: PlanStep, scope: PlanScope) =>
  session === 'none' ? undefined : (session ?? scope.session)

function problemsOfStep(step: PlanStep, scope: PlanScope, checks: PlanChecks): string[] {
  const { action, plan, forEach, needs, when } = step
  const refers = [
    ...(when ? stepsIn(when) : []),
    ...referencesIn([action?.input, forEach?.items]).map(({ from }) => from),
  ]
  const missing = needs.filter((id) => !scope.steps.has(id))
  const unknown = [...new Set(refers)].filter((id) => !isSeen(id, scope))
  const itself = needsOf(step).includes(step.id)
  return [
    ...((action === undefined) === (plan === undefined) ? ['has either an action or a plan'] : []),
    ...(plan && (step.retries > 0 || step.timeoutMs !== undefined || step.risky)
      ? ['retries, timeoutMs and risky belong to its steps, not to a group']
      : []),
    ...missing.map((id) => `needs "${id}", which is no step beside it`),
    ...unknown.map((id) => `refers to "${id}", which is no step that it can see`),
    ...(itself ? ['needs itself'] : []),
    ...problemsOfItems(forEach?.items, forEach !== undefined),
    ...(action ? problemsOfInput(step, { scope, session: sessionIn(step, scope) }, checks) : []),
  ]
}

const isSeen = (id: string, scope: PlanScope | undefined): boolean =>
  scope !== undefined && (scope.steps.has(id) || isSeen(id, scope.outer))

function problemsOfItems(items: unknown, isFanOut: boolean): string[] {
  if (!isFanOut || isReference(items)) return []
  if (!Array.isArray(items)) return ['forEach.items is neither a list nor a reference to one']
  return items.length > MOST_ITEMS ? [`forEach.items has ${items.length} items; ${MOST_ITEMS} are allowed`] : []
}
