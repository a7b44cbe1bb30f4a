import type { z } from 'zod'
import { nearNames, plainName, type Spelling } from './near-names.ts'

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

const lastPart = (path: string): string => path.split('.').at(-1) ?? path
const plainField = (path: string): string => plainName(lastPart(path))
/** Of two fields that are equally alike, the one that is less deep is meant. */
const depthOf = (path: string): number => path.split('.').length / 10

const SHORTEST_START = 3
const LETTERS_PER_SLIP = 4
const shorterOf = (...names: string[]): number => Math.min(...names.map((name) => plainField(name).length))

/** Another spelling of a field is nearest, then a start of it or of the written name, then slips. */
const FIELDS: Spelling = {
  plain: plainField,
  sameWords: (written, field) => {
    const [one, other] = [plainField(written), plainField(field)]
    if (one === other) return depthOf(field)
    const isStart = one.startsWith(other) || other.startsWith(one)
    return isStart && shorterOf(written, field) >= SHORTEST_START ? 1 + depthOf(field) : undefined
  },
  extra: (_, field) => 1 + depthOf(field),
  most: (written, field) => 1 + depthOf(field) + Math.max(1, Math.floor(shorterOf(written, field) / LETTERS_PER_SLIP)),
}

/** The field that was probably meant by a name that the object at a place does not have: there, or further inside. */
export function nearField(schema: Schema, path: readonly PropertyKey[], written: string): string | undefined {
  const fields = at(schema, path).flatMap((one) => fieldsOf(one))
  return nearNames(written, fields, FIELDS)[0]?.name
}
