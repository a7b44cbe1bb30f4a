/** The values that a parameter takes, as far as the program shows them. Read by the programs in `inside/`. */
export type Shape =
  | { kind: PlainKind }
  | { kind: 'literal'; text: string }
  | { kind: 'union' | 'tuple'; of: Shape[] }
  | { kind: 'array' | 'set' | 'record' | 'map' | 'promise'; of: Shape }
  | { kind: 'object'; fields: Record<string, Field> }
  | { kind: 'typed' | 'instance'; name: string }

export type PlainKind =
  | 'number'
  | 'integer'
  | 'string'
  | 'boolean'
  | 'bigint'
  | 'null'
  | 'undefined'
  | 'function'
  | 'date'
  | 'regexp'
  | 'symbol'
  | 'unknown'

export interface Field {
  shape: Shape
  isOptional: boolean
}

export const UNKNOWN: Shape = { kind: 'unknown' }

/** One of several shapes; without repetition, and without unknown ones if any is known. */
export function unionOf(shapes: readonly Shape[]): Shape {
  const flat = shapes.flatMap((shape) => (shape.kind === 'union' ? shape.of : [shape]))
  const known = flat.filter(({ kind }) => kind !== 'unknown')
  const distinct = new Map(known.map((shape) => [JSON.stringify(shape), shape]))
  const [first = UNKNOWN, ...rest] = distinct.values()
  return rest.length === 0 ? first : { kind: 'union', of: [first, ...rest] }
}
