import { bare, isCall, isFunction, membersOf, partsOf, propertiesOf } from '../../../../language/javascript/nodes.ts'
import { type Node, textOf } from '../../../../language/tree/tree.ts'
import type { Binding } from './bindings.ts'
import type { Reading } from './reading.ts'

/** A variable with more values is no constant. */
const MOST_VALUES = 8

/** The one expression that a variable stands for, if it gets only one. */
export function definitionOf({ tree }: Reading, binding: Binding | undefined): Binding['values'][number] | undefined {
  if (!binding || binding.values.length > MOST_VALUES) return undefined
  const given = binding.values.filter(({ node }) => !isNothing(textOf(tree, node)))
  return given.length === 1 && !given[0]?.isAdded ? given[0] : undefined
}

const isNothing = (text: string): boolean => text === 'null' || text === 'undefined' || text === 'void 0'

/** The expression behind variables and members of literals, as far as it is certain. */
export function follow(reading: Reading, from: Node): Node {
  const node = bare(from)
  const next = isVariable(node) ? variable(reading, node) : member(reading, node)
  return next ? reading.follow(next) : node
}

/** `{ name }` names a variable, though the grammar calls it a definition. */
export const isVariable = ({ type }: Node): boolean =>
  /^(?:VariableName|VariableDefinition|PropertyDefinition)$/.test(type)

function variable(reading: Reading, node: Node): Node | undefined {
  const definition = definitionOf(reading, reading.bindings.of(node))
  return definition && inside(reading, definition.node, definition.path)
}

function member(reading: Reading, node: Node): Node | undefined {
  if (node.type !== 'MemberExpression') return undefined
  const members = membersOf(node)
  const key = members && keyOf(reading, node)
  if (!members || key === undefined) return undefined
  if (members.object.type === 'this') {
    const given = reading.fields.get(key)
    return given?.length === 1 ? given[0] : undefined
  }
  return inside(reading, members.object, [key])
}

/** The part of an object or array literal at a path. */
function inside(reading: Reading, from: Node, path: readonly string[]): Node | undefined {
  let node: Node | undefined = bare(from)
  for (const key of path) {
    const holder: Node = reading.follow(node)
    if (holder.type === 'ArrayExpression') node = /^\d+$/.test(key) ? elementsOf(holder)?.[Number(key)] : undefined
    else if (holder.type === 'ObjectExpression') node = propertyAt(reading, holder, key)
    else return undefined
    if (!node) return undefined
    node = bare(node)
  }
  return node
}

/** A table of texts is read once for each of its texts, so the result is kept. */
const elements = new WeakMap<Node, { list: Node[] | undefined }>()
const properties = new WeakMap<Node, Map<string, Node>>()

/** Undefined for an array with gaps or spreads, where indexes are unknown. */
export function elementsOf(array: Node): Node[] | undefined {
  const known = elements.get(array)
  if (known) return known.list
  const isPlain = !array.children.some(({ type }, index) => type === 'Spread' || (type === ',' && isGap(array, index)))
  const list = isPlain ? partsOf(array) : undefined
  elements.set(array, { list })
  return list
}

const isGap = (array: Node, index: number): boolean => [',', '['].includes(array.children[index - 1]?.type ?? '')

/** The value of a property of an object literal. */
export function propertyAt(reading: Reading, object: Node, name: string): Node | undefined {
  const known = properties.get(object)
  if (known) return known.get(name)
  const found = new Map<string, Node>()
  properties.set(object, found)
  for (const { key, value, isSpread } of propertiesOf(object)) {
    const own = isSpread ? undefined : propertyName(reading, key)
    if (own !== undefined) found.set(own, value)
  }
  return found.get(name)
}

/** The name that a key of an object literal stands for. */
export function propertyName(reading: Reading, key: Node): string | undefined {
  if (key.type === 'PropertyDefinition' || key.type === 'PropertyName') return textOf(reading.tree, key)
  const value = reading.evaluate(key)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** The name of the property that a member expression reads, if it is known. */
export function keyOf(reading: Reading, node: Node): string | undefined {
  const members = membersOf(node)
  if (!members) return undefined
  if (!members.isComputed) return textOf(reading.tree, members.property)
  const value = reading.evaluate(members.property)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** The expressions that a function returns: behind each `return`, or the body of a short arrow function. */
export function returnsOf(owner: Node): Node[] {
  const body = owner.children.at(-1)
  if (!body) return []
  if (body.type !== 'Block') return owner.type === 'ArrowFunction' ? [body] : []
  const found: Node[] = []
  const open = [body]
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'ReturnStatement') found.push(...partsOf(node).slice(1, 2))
    else for (const child of node.children) if (!isFunction(child)) open.push(child)
  }
  return found
}

/** The call that takes a function as an argument. */
export function callTaking(owner: Node): Node | undefined {
  const call = owner.parent?.parent
  if (owner.parent?.type !== 'ArgList' || !call || !isCall(call)) return undefined
  return call
}

/** The call of a function that is called right where it is written. */
export function callInPlace(owner: Node): Node | undefined {
  let outer = owner.parent
  while (outer?.type === 'ParenthesizedExpression' || outer?.type === 'UnaryExpression') outer = outer.parent
  if (outer?.type !== 'CallExpression') return undefined
  const [callee] = outer.children
  return callee && bare(callee) === owner ? outer : undefined
}
