import type { z } from 'zod'
import { editDistance } from './edit-distance.ts'

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

const plain = (name: string): string => name.toLowerCase().replace(/[_-]/g, '')
const lastPart = (path: string): string => path.split('.').at(-1) ?? path

const SHORTEST_START = 3
const LETTERS_PER_SLIP = 4
/** Longer names are nobody's slip. */
const LONGEST = 40

/** How far a written name is from a field: 0 for another spelling, 1 for a start of it or of the field, then slips. */
function distance(written: string, field: string): number {
  const [one, other] = [plain(written), plain(lastPart(field))]
  if (one === other) return 0
  const shorter = Math.min(one.length, other.length)
  if (shorter >= SHORTEST_START && (one.startsWith(other) || other.startsWith(one))) return 1
  const most = Math.max(1, Math.floor(shorter / LETTERS_PER_SLIP))
  const slips = editDistance(one, other, { most })
  return slips <= most ? 1 + slips : Number.POSITIVE_INFINITY
}

/** The field that was probably meant by a name that the object at a place does not have: there, or further inside. */
export function nearField(schema: Schema, path: readonly PropertyKey[], written: string): string | undefined {
  if (written.length > LONGEST) return undefined
  const fields = at(schema, path).flatMap((one) => fieldsOf(one))
  const known = fields.map((field) => ({ field, far: distance(written, field) + field.split('.').length / 10 }))
  const [nearest] = known.filter(({ far }) => Number.isFinite(far)).sort((one, other) => one.far - other.far)
  return nearest?.field
}
