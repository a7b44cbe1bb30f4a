import { type Shape, unionOf } from './shape.ts'
import type { EvidentKind } from './use-evidence.ts'

/** The observed uses of a value. */
export type Uses = ReturnType<typeof noUses>

export function noUses() {
  const weights = new Map<EvidentKind, number>()
  return {
    weights,
    fields: new Set<string>(),
    elements: [] as Shape[],
    whole: [] as Shape[],
    isNullable: false,
    isSequence: false,
    add(kind: EvidentKind, weight = 2): void {
      weights.set(kind, (weights.get(kind) ?? 0) + weight)
    },
  }
}

/** A function that takes more fields than this has little use. */
const MOST_FIELDS = 40

/** The shape of a value, judged by all its observed uses. */
export function shapeFrom(uses: Uses, shapeOfField: (name: string) => Shape): Shape {
  const ranked = [...uses.weights].sort(([, one], [, other]) => other - one)
  const kinds = ranked.filter(([, weight]) => weight >= Math.min(2, ranked[0]?.[1] ?? 0)).map(([kind]) => kind)
  const element = unionOf(uses.elements)
  const plain = kinds.map((kind): Shape => fullShape(kind, element))
  if (uses.fields.size > 0 && !kinds.some((kind) => ['array', 'string', 'date', 'map'].includes(kind))) {
    const fields = [...uses.fields]
      .slice(0, MOST_FIELDS)
      .map((name) => [name, { shape: shapeOfField(name), isOptional: false }] as const)
    plain.unshift({ kind: 'object', fields: Object.fromEntries(fields) })
  }
  if (plain.length === 0 && uses.isSequence) plain.push({ kind: 'string' }, { kind: 'array', of: element })
  const all = unionOf([...uses.whole, ...plain])
  return uses.isNullable && all.kind !== 'unknown' ? unionOf([all, { kind: 'null' }]) : all
}

function fullShape(kind: EvidentKind, element: Shape): Shape {
  if (kind === 'array' || kind === 'set' || kind === 'map' || kind === 'promise') return { kind, of: element }
  if (kind === 'record') return { kind, of: { kind: 'integer' } }
  return kind === 'typed' ? { kind: 'typed', name: 'Uint8Array' } : { kind }
}
