import { isObject } from './references.ts'

export type JsonSchema = Record<string, unknown>

/** The schema of a part of a value; undefined when there can be no such part, `{}` when anything can be there. */
export function schemaAt(schema: JsonSchema, names: string[], root: JsonSchema = schema): JsonSchema | undefined {
  const known = followed(schema, root)
  const [name, ...rest] = names
  if (name === undefined) return known
  const choices = choicesOf(known)
  if (choices) {
    const found: JsonSchema[] = choices.flatMap((choice) => {
      const part = schemaAt(choice, names, root)
      return part ? [part] : []
    })
    return found.length > 1 ? { anyOf: found } : found[0]
  }
  const inner = partOf(known, name)
  return inner && schemaAt(inner, rest, root)
}

function partOf(schema: JsonSchema, name: string): JsonSchema | undefined {
  const { type, properties, additionalProperties, items } = schema
  if (type === 'array') return /^\d+$/.test(name) ? asSchema(items) : undefined
  if (type !== undefined && type !== 'object') return undefined
  if (isObject(properties) && Object.hasOwn(properties, name)) return asSchema(properties[name])
  return additionalProperties === false ? undefined : asSchema(additionalProperties)
}

const asSchema = (value: unknown): JsonSchema => (isObject(value) ? value : {})

function choicesOf({ anyOf, oneOf }: JsonSchema): JsonSchema[] | undefined {
  const choices = anyOf ?? oneOf
  return Array.isArray(choices) ? choices.map(asSchema) : undefined
}

function followed(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (typeof schema.$ref !== 'string') return schema
  const names = schema.$ref.replace(/^#\/?/, '').split('/').filter(Boolean)
  let found: unknown = root
  for (const name of names) found = isObject(found) ? found[name] : undefined
  return asSchema(found)
}

/** The types that values of a schema can have; undefined when it does not say. */
export function typesOf(schema: JsonSchema): Set<string> | undefined {
  const choices = choicesOf(schema)
  if (choices) {
    const all = choices.map(typesOf)
    return all.some((types) => types === undefined) ? undefined : new Set(all.flatMap((types) => [...(types ?? [])]))
  }
  const { type } = schema
  const names = Array.isArray(type) ? type : typeof type === 'string' ? [type] : undefined
  return names && new Set(names.map((name) => (name === 'integer' ? 'number' : String(name))))
}

/** Whether no value of the one schema can be a value of the other. */
export function areApart(one: JsonSchema, other: JsonSchema): boolean {
  const [types, others] = [typesOf(one), typesOf(other)]
  return types !== undefined && others !== undefined && [...types].every((type) => !others.has(type))
}

/** Fields that a schema names, for people. */
export const fieldsOf = (schema: JsonSchema): string[] =>
  isObject(schema.properties) ? Object.keys(schema.properties) : []

/** A value of about the right shape, in place of one that is not known yet. */
export function sampleOf(schema: JsonSchema): unknown {
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if ('const' in schema) return schema.const
  const [type = 'string'] = typesOf(schema) ?? []
  return { string: 'x', number: 1, boolean: true, array: [], object: {}, null: null }[type] ?? 'x'
}
