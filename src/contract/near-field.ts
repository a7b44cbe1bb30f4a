import type { z } from 'zod'
import { meantName } from './meant-name.ts'

type Def = { type: string } & Record<string, unknown>
type Schema = z.core.$ZodType

const defOf = (schema: Schema): Def => schema._zod.def as unknown as Def

/** Wrappers name the schema inside them in one of these ways. */
function innerOf({ type, innerType, out, in: input }: Def): Schema | undefined {
  if (type !== 'pipe') return innerType as Schema | undefined
  const isChecked = defOf(input as Schema).type === 'transform'
  return (isChecked ? out : input) as Schema
}

/** The schema without optionality, defaults and checks around it. */
function bare(schema: Schema): Schema {
  const inner = innerOf(defOf(schema))
  return inner ? bare(inner) : schema
}

function shapeOf(schema: Schema): Record<string, Schema> {
  const { shape } = defOf(bare(schema)) as { shape?: Record<string, Schema> }
  return shape ?? {}
}

/** All objects that may stand at a place of the input; a union may have several. */
function at(schema: Schema, [step, ...rest]: readonly PropertyKey[]): Schema[] {
  const def = defOf(bare(schema))
  if (def.type === 'union') return (def.options as Schema[]).flatMap((one) => at(one, [step, ...rest].filter(isStep)))
  if (step === undefined) return [schema]
  const next =
    shapeOf(schema)[String(step)] ?? (def.element as Schema | undefined) ?? (def.valueType as Schema | undefined)
  return next ? at(next, rest) : []
}

const isStep = (step: PropertyKey | undefined): step is PropertyKey => step !== undefined

const DEEPEST = 3

/** The names of all fields of an object, the nearest first; those inside of others with their path. */
function fieldsOf(schema: Schema, prefix = '', depth = 1): string[] {
  const own = Object.entries(shapeOf(schema))
  const inside = depth < DEEPEST ? own.flatMap(([name, one]) => fieldsOf(one, `${prefix}${name}.`, depth + 1)) : []
  return [...own.map(([name]) => `${prefix}${name}`), ...inside]
}

/** The field that was probably meant by a name that the object at a place does not have: there, or further inside. */
export function nearField(schema: Schema, path: readonly PropertyKey[], written: string): string | undefined {
  const fields = at(schema, path).flatMap((one) => fieldsOf(one))
  return meantName(written, fields)
}
