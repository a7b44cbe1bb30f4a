import { childOf, type Node, textOf } from '../../../../language/tree/tree.ts'
import { constantOf, either, mixed, UNKNOWN } from './make-value.ts'
import type { Reader } from './reader.ts'
import type { Value } from './value.ts'

const MARKS = new Set([',', '(', ')', '[', ']', '*', ':'])
const SEQUENCES = new Set(['TupleExpression', 'ArrayExpression', 'ParenthesizedExpression'])

/** Assigns a value to the target left of `=`, behind `for`, or behind `as`. Returns the full name of a single target. */
export function bindTarget(reader: Reader, targets: readonly Node[], value: Value): string {
  const parts = targets.filter(({ type }) => !MARKS.has(type))
  const [only] = parts
  if (parts.length === 1 && only) return bindOne(reader, only, value)
  const isSpread = targets.some(({ type }) => type === '*')
  for (const [index, part] of parts.entries()) {
    const item = isSpread ? undefined : value.items?.[index]
    bindOne(reader, part, item ?? { ...UNKNOWN, ...mixed([value]), name: value.name === '?' ? '?' : `${value.name}[]` })
  }
  return '?'
}

function bindOne(reader: Reader, target: Node, value: Value): string {
  if (target.type === 'VariableName') {
    const name = textOf(reader.tree, target)
    reader.scope.assign(name, value)
    return name
  }
  if (SEQUENCES.has(target.type)) return bindTarget(reader, target.children, value)
  return target.type === 'MemberExpression' ? bindMember(reader, target, value) : '?'
}

function bindMember(reader: Reader, target: Node, value: Value): string {
  const [first, mark] = target.children
  const base = reader.evaluate(first)
  if (mark?.type === '.') {
    const property = textOf(reader.tree, childOf(target, 'PropertyName') ?? target)
    const kept = base.instanceOf ?? (base.definition?.kind === 'class' ? base.definition : undefined)
    kept?.attributes.set(property, either(kept.attributes.get(property), value))
    return `${base.name}.${property}`
  }
  const key = reader.evaluate(target.children[2])
  keepItem(reader, first, { base, key: constantOf(key), value })
  return `${base.name}[${constantOf(key) ?? '?'}]`
}

/** A container keeps the values that are put into it. */
function keepItem(
  reader: Reader,
  target: Node | undefined,
  put: { base: Value; key: string | undefined; value: Value },
) {
  if (target?.type !== 'VariableName' || put.base.name.startsWith('os.environ')) return
  const entries =
    put.base.entries && put.key !== undefined ? new Map(put.base.entries).set(put.key, put.value) : put.base.entries
  const small = entries && entries.size <= 50 ? entries : put.base.entries
  reader.scope.assign(textOf(reader.tree, target), { ...put.base, ...mixed([put.base, put.value]), entries: small })
}
