import type { ActionTypeInfo } from '../contract/action.ts'
import type { PlanStep } from '../contract/plan.ts'
import { areApart, fieldsOf, type JsonSchema, sampleOf, schemaAt, typesOf } from './json-schema.ts'
import type { PlanChecks, PlanScope } from './plan-scope.ts'
import { type FoundReference, isObject, isOpen, namesOf, referencesIn } from './references.ts'

/** Problems of a step's action: its type, its input, and the references in it against the schemas of inputs and outputs. */
export function problemsOfInput(
  { action, forEach }: PlanStep,
  { scope, session }: { scope: PlanScope; session: string | undefined },
  { actions, types }: PlanChecks,
): string[] {
  if (!action) return []
  const known = types.get(action.type)
  const schema = known?.input ?? {}
  const input = sampled(action.input, schema, []) as Record<string, unknown>
  const request = { type: action.type, input, ...(session !== undefined && { session }) }
  const open = openPlaces(action.input)
  const found = actions.problemsOf(request)
  const isOfOpen = (problem: string) => open.some((place) => problem.includes(place))
  const isInFanOut = scope.isInFanOut || forEach !== undefined
  return [
    ...found.filter((problem) => !isOfOpen(problem)),
    ...(!isInFanOut && usesItem(action.input) ? ['uses $item or $index outside of a fan-out'] : []),
    ...(known ? referencesIn(action.input).flatMap((one) => problemOfReference(one, { scope, types, schema })) : []),
  ]
}

/** The input with a sample in place of each value that is known later. */
function sampled(value: unknown, schema: JsonSchema, at: string[]): unknown {
  if (isObject(value) && isOpen(value) && !Object.values(value).some(isOpen)) {
    return sampleOf(schemaAt(schema, at) ?? {})
  }
  if (isObject(value) && '$text' in value) return 'x'
  if (Array.isArray(value)) return value.map((inner, index) => sampled(inner, schema, [...at, String(index)]))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, sampled(inner, schema, [...at, key])]))
}

/** Places of values that are known later. */
function openPlaces(value: unknown, at: string[] = []): string[] {
  if (!isOpen(value)) return []
  if (isObject(value) && !Object.values(value).some(isOpen)) return at.length > 0 ? [at.join('.')] : []
  return Object.entries(value as object).flatMap(([key, inner]) => openPlaces(inner, [...at, key]))
}

const usesItem = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(usesItem)
    : isObject(value) && ('$item' in value || '$index' in value || Object.values(value).some(usesItem))

function problemOfReference(
  { from, path, at }: FoundReference,
  { scope, types, schema }: { scope: PlanScope; types: Map<string, ActionTypeInfo>; schema: JsonSchema },
): string[] {
  const step = seen(from, scope)
  if (!step) return []
  const output = outputOf(step, types)
  const given = schemaAt(output, namesOf(path))
  if (!given) {
    const fields = fieldsOf(schemaAt(output, []) ?? {})
    return [`the output of "${from}" has no "${path}"${fields.length > 0 ? `; it has ${fields.join(', ')}` : ''}`]
  }
  const wanted = at.includes('$text') ? {} : (schemaAt(schema, at) ?? {})
  if (!areApart(given, wanted)) return []
  const [is, needs] = [given, wanted].map((one) => [...(typesOf(one) ?? [])].join(' or '))
  return [`input.${at.join('.')} needs ${needs}, but "${path}" of "${from}" is ${is}`]
}

function seen(id: string, scope: PlanScope | undefined): PlanStep | undefined {
  return scope && (scope.steps.get(id) ?? seen(id, scope.outer))
}

/** The schema of a step's output: that of its action, of its sub-plan by ids, of a fan-out as a list. */
function outputOf(step: PlanStep, types: Map<string, ActionTypeInfo>): JsonSchema {
  const one = step.plan
    ? {
        type: 'object',
        properties: Object.fromEntries(step.plan.steps.map((inner) => [inner.id, outputOf(inner, types)])),
        additionalProperties: false,
      }
    : (types.get(step.action?.type ?? '')?.output ?? {})
  return step.forEach ? { type: 'array', items: one } : one
}
