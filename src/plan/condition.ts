import { isDeepStrictEqual } from 'node:util'
import type { StepState } from '../contract/plan.ts'
import type { PlanCondition } from '../contract/plan-condition.ts'
import { referencesIn, resolve, type Sight } from './references.ts'

/** Whether a condition holds. Values are compared; nothing is evaluated. */
export function holds(condition: PlanCondition, sight: Sight & { stateOf(stepId: string): StepState }): boolean {
  if ('step' in condition) return sight.stateOf(condition.step) === condition.ended
  if ('all' in condition) return condition.all.every((inner) => holds(inner, sight))
  if ('any' in condition) return condition.any.some((inner) => holds(inner, sight))
  if ('not' in condition) return !holds(condition.not, sight)
  const { value, ...rest } = condition
  const [[relation, operand] = ['is', undefined]] = Object.entries(rest)
  return compare(relation, valueIn(value, sight), valueIn(operand, sight))
}

/** The steps that a condition looks at. */
export function stepsIn(condition: PlanCondition): string[] {
  if ('step' in condition) return [condition.step]
  if ('all' in condition) return condition.all.flatMap(stepsIn)
  if ('any' in condition) return condition.any.flatMap(stepsIn)
  if ('not' in condition) return stepsIn(condition.not)
  return referencesIn(condition).map(({ from }) => from)
}

/** A step without such an output has no value, which equals nothing and is neither over nor under anything. */
function valueIn(value: unknown, sight: Sight): unknown {
  try {
    return resolve(value, sight)
  } catch {
    return undefined
  }
}

function compare(relation: string, value: unknown, operand: unknown): boolean {
  if (relation === 'isNot') return !isDeepStrictEqual(value, operand)
  if (relation === 'over') return isNumber(value) && isNumber(operand) && value > operand
  if (relation === 'under') return isNumber(value) && isNumber(operand) && value < operand
  if (relation === 'has') return has(value, operand)
  return isDeepStrictEqual(value, operand)
}

const isNumber = (value: unknown): value is number => typeof value === 'number'

function has(value: unknown, operand: unknown): boolean {
  if (typeof value === 'string') return typeof operand === 'string' && value.includes(operand)
  if (Array.isArray(value)) return value.some((inner) => isDeepStrictEqual(inner, operand))
  return typeof value === 'object' && value !== null && typeof operand === 'string' && Object.hasOwn(value, operand)
}
