import type { Random } from './random.ts'

/** The part of JSON Schema that the server's document uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema | boolean
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  default?: unknown
}

export interface Wanted {
  random: Random
  /** Schemas under `components` of the document. */
  named: Record<string, Schema>
  /** A text that suits a field of this name, if there is one. */
  textFor(field: string): string | undefined
}

const DEEPEST = 8

/** A value that mostly fits its schema: a nearly right one gets further into a server than noise. */
export function schemaValue(schema: Schema, wanted: Wanted, field = '', depth = 0): unknown {
  const { random, named } = wanted
  if (depth > DEEPEST) return null
  const again = (inner: Schema) => schemaValue(inner, wanted, field, depth + 1)
  if (schema.$ref) return again(named[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return again(random.pick(choices))
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(again))
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  if (type === 'object' || schema.properties) return objectOf(schema, wanted, depth)
  if (type === 'array') return arrayOf(schema, wanted, { field, depth })
  if (type === 'integer' || type === 'number') return numberOf(schema, random)
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'null') return null
  if (type === 'string') return textOf(schema, wanted, field)
  return random.pick([1, 'x', true, null, [], {}])
}

function objectOf(
  { properties = {}, required = [], additionalProperties }: Schema,
  wanted: Wanted,
  depth: number,
): unknown {
  const { random } = wanted
  const names = Object.keys(properties).filter((name) => required.includes(name) || random.chance(0.15))
  const made = Object.fromEntries(
    names.map((name) => [name, schemaValue(properties[name] ?? {}, wanted, name, depth + 1)]),
  )
  if (typeof additionalProperties !== 'object') return made
  for (let count = random.below(4); count > 0; count--) {
    const name = random.pick(['a', 'a/b.txt', 'X', '../x', '', 'x'.repeat(300), '__proto__', 'data.csv'])
    made[name] = schemaValue(additionalProperties, wanted, name, depth + 1)
  }
  return made
}

function arrayOf({ items }: Schema, wanted: Wanted, { field, depth }: { field: string; depth: number }): unknown[] {
  const inner = typeof items === 'object' ? items : {}
  const length = wanted.random.pick([0, 1, 1, 2, 3, 20])
  return Array.from({ length }, () => schemaValue(inner, wanted, field, depth + 1))
}

function numberOf({ type, minimum, exclusiveMinimum, maximum }: Schema, random: Random): number {
  const least = minimum ?? exclusiveMinimum ?? 0
  const most = Math.min(maximum ?? 1000, least + 100_000)
  const value = random.pick([least, most, least + random.next() * (most - least)])
  return type === 'integer' ? Math.round(value) : value
}

function textOf({ minLength = 0, maxLength = 1_000_000 }: Schema, wanted: Wanted, field: string): string {
  const { random } = wanted
  const fitting = random.chance(0.9) ? wanted.textFor(field) : undefined
  const text =
    fitting ?? random.pick(['', 'a', 'ab c', '0', 'x'.repeat(100), 'é👍', '../..', '2026-01-01T00:00:00Z', 'python'])
  return text.padEnd(minLength, 'a').slice(0, maxLength)
}
