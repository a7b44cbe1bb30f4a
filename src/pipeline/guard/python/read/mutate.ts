import { type Node, textOf } from '../../../../language/tree/tree.ts'
import { mixed } from './make-value.ts'
import type { Reader } from './reader.ts'
import type { Arguments, Value } from './value.ts'

/** Methods that put their argument into the object. */
const PUTTING = new Set(
  'append extend insert add update put push appendleft setdefault set_content set_payload attach add_attachment write writestr set'.split(
    ' ',
  ),
)

/** Methods after which items stand elsewhere. */
const MOVING = new Set(['pop', 'popleft', 'remove', 'sort', 'reverse', 'rotate'])

const MOST_ITEMS = 100

/** `items.append(value)`: from here on the variable contains the value. */
export function mutate(reader: Reader, callee: Node | undefined, given: Arguments): void {
  const [base, , property] = callee?.type === 'MemberExpression' ? callee.children : []
  if (base?.type !== 'VariableName' || !property) return
  const method = textOf(reader.tree, property)
  const name = textOf(reader.tree, base)
  if (MOVING.has(method)) forgetItems(reader, name)
  const before = PUTTING.has(method) ? reader.scope.find(name) : undefined
  if (!before || before.definition || before.instanceOf) return
  const values = [...given.positional, ...given.keywords.values()].map(({ value }) => value)
  if (values.length === 0) return
  const put = { ...before, ...mixed([before, ...values]), items: itemsAfter(before, method, values) }
  reader.scope.assign(name, put)
}

function forgetItems(reader: Reader, name: string): void {
  const before = reader.scope.find(name)
  if (!before?.items || before.definition || before.instanceOf) return
  reader.scope.assign(name, { ...before, ...mixed([before, ...before.items]), items: undefined })
}

function itemsAfter({ items }: Value, method: string, values: readonly Value[]): readonly Value[] | undefined {
  if (!items || items.length >= MOST_ITEMS) return items
  if (method === 'append') return [...items, ...values]
  return method === 'extend' ? [...items, ...(values[0]?.items ?? values)].slice(0, MOST_ITEMS) : items
}
