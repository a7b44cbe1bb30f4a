import type { PlanStep } from '../contract/plan.ts'
import { needsOf } from './needs-of.ts'

/** The ids of a circle of needs, the first repeated at the end; undefined when there is none. A step that needs itself is no circle. */
export function cycleIn(steps: PlanStep[]): string[] | undefined {
  const ids = new Set(steps.map(({ id }) => id))
  const needs = new Map(steps.map((step) => [step.id, needsOf(step).filter((id) => ids.has(id) && id !== step.id)]))
  const unmet = new Map([...needs].map(([id, list]) => [id, list.length]))
  const dependents = new Map<string, string[]>()
  for (const [id, list] of needs) for (const need of list) dependents.set(need, [...(dependents.get(need) ?? []), id])
  const free = [...unmet].filter(([, count]) => count === 0).map(([id]) => id)
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    unmet.delete(id)
    for (const next of dependents.get(id) ?? []) {
      const count = (unmet.get(next) ?? 0) - 1
      unmet.set(next, count)
      if (count === 0) free.push(next)
    }
  }
  const [first] = unmet.keys()
  return first === undefined ? undefined : walk(first, needs, unmet)
}

/** Every step that is left needs one that is left: following them leads into the circle. */
function walk(from: string, needs: Map<string, string[]>, left: Map<string, number>): string[] {
  const path: string[] = []
  for (let at = from; ; at = needs.get(at)?.find((id) => left.has(id)) ?? from) {
    const seen = path.indexOf(at)
    if (seen >= 0) return [...path.slice(seen), at]
    path.push(at)
  }
}
