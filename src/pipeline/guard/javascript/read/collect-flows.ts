import { argumentsOf, bare, calleeOf, isCall, membersOf, sidesOf } from '../../../../language/javascript/nodes.ts'
import { type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import { type Binding, type Bindings, eachName } from './bindings.ts'
import type { Reading } from './reading.ts'

const PUTTING = new Set(['push', 'unshift', 'add', 'append', 'set', 'concat', 'write', 'splice', 'fill'])
const ALLOWING = new Set([
  'includes',
  'has',
  'test',
  'isIP',
  'isInteger',
  'isSafeInteger',
  'hasOwn',
  'isValid',
  'isUUID',
])

/** Collects flows of values: later assignments, contents of objects, calls of own functions, comparisons with allowed values. */
export function collectFlows(
  names: { tree: Tree; bindings: Bindings },
  nodes: readonly Node[],
): Pick<Reading, 'fields' | 'callsOf'> {
  const fields = new Map<string, Node[]>()
  const callsOf = new Map<Binding | string, (readonly Node[])[]>()
  for (const node of nodes) {
    if (node.type === 'AssignmentExpression') assign(names, node, fields)
    else if (node.type === 'PropertyDeclaration') declare(names.tree, node, fields)
    else if (isCall(node)) note(names, node, callsOf)
  }
  return { fields, callsOf }
}

const put = <Key, Item>(map: Map<Key, Item[]>, key: Key, item: Item): void => {
  const items = map.get(key)
  if (items) items.push(item)
  else map.set(key, [item])
}

interface Names {
  tree: Tree
  bindings: Bindings
}

function assign({ tree, bindings }: Names, node: Node, fields: Map<string, Node[]>): void {
  const sides = sidesOf(node)
  if (!sides) return
  const { left, right, sign } = sides
  if (left.type === 'VariableName') {
    const isAdded = sign.type === 'UpdateOp'
    bindings.of(left)?.values.push({ node: right, path: [], isAdded })
  } else if (left.type === 'ObjectPattern' || left.type === 'ArrayPattern') {
    eachName(tree, left, [], (name, path) => bindings.of(name)?.values.push({ node: right, path }))
  } else if (left.type === 'MemberExpression') {
    const members = membersOf(left)
    if (members?.object.type === 'this' && !members.isComputed) put(fields, textOf(tree, members.property), right)
    const root = rootOf(left)
    if (root) bindings.of(root)?.contents.push(right)
  }
}

/** The variable at the left end of `a.b[c].d`. */
function rootOf(node: Node): Node | undefined {
  let inner: Node | undefined = node
  while (inner?.type === 'MemberExpression') inner = membersOf(inner)?.object
  return inner?.type === 'VariableName' ? inner : undefined
}

function declare(tree: Tree, node: Node, fields: Map<string, Node[]>): void {
  const name = node.children.find(({ type }) => type.endsWith('PropertyDefinition'))
  const at = node.children.findIndex(({ type }) => type === 'Equals')
  const value = at < 0 ? undefined : node.children[at + 1]
  if (name && value) put(fields, textOf(tree, name), value)
}

function note(names: Names, node: Node, callsOf: Map<Binding | string, (readonly Node[])[]>): void {
  const { tree, bindings } = names
  const callee = calleeOf(node)
  const inputs = argumentsOf(node)
  if (callee?.type === 'VariableName') {
    const binding = bindings.of(callee)
    if (binding) put(callsOf, binding, inputs)
    if (ALLOWING.has(textOf(tree, callee))) validate(names, node, inputs)
    return
  }
  const members = callee?.type === 'MemberExpression' ? membersOf(callee) : undefined
  if (!members || members.isComputed) return
  const method = textOf(tree, members.property)
  put(callsOf, method, inputs)
  const root = PUTTING.has(method) ? rootOf(members.object) : undefined
  const held = root && bindings.of(root)?.contents
  if (held) for (const input of inputs) held.push(input)
  if (ALLOWING.has(method)) validate(names, node, inputs)
  if (method === 'startsWith' || method === 'match') validate(names, node, [members.object])
}

/** Counts only a comparison that decides something, and only with allowed values. */
function validate(names: Names, node: Node, inputs: readonly Node[]): void {
  const callee = calleeOf(node)
  const holder = callee?.type === 'MemberExpression' ? membersOf(callee) : undefined
  if (!isDeciding(node) || (holder && !isAllowList(names, holder))) return
  for (const input of inputs.map(bare)) {
    const binding = input.type === 'VariableName' ? names.bindings.of(input) : undefined
    if (binding) binding.isValidated = true
  }
}

const ALLOWED_NAME = /allow|valid|white|permit|safe|supported|known|^[A-Z][A-Z\d_]*$|^(?:Number|net|Object|Array)$/i

/** A cache holds values seen before; an allow list is a literal, or has a telling name. */
function isAllowList({ tree, bindings }: Names, { object, property }: { object: Node; property: Node }): boolean {
  const method = textOf(tree, property)
  // A pattern that matches anywhere lets everything around the match through.
  if (object.type === 'RegExp') return /^\/\^.*\$\/\w*$/.test(textOf(tree, object))
  if (method !== 'includes' && method !== 'has') return true
  const name = textOf(tree, object)
  const written = object.type === 'VariableName' ? bindings.of(object)?.values[0]?.node : object
  const isWritten = written !== undefined && /^(?:new Set\()?\[\s*['"\w]/.test(textOf(tree, written))
  return isWritten || ALLOWED_NAME.test(name.slice(name.lastIndexOf('.') + 1))
}

function isDeciding(node: Node): boolean {
  let [inner, outer] = [node, node.parent]
  while (outer && /^(?:UnaryExpression|BinaryExpression|ParenthesizedExpression|AwaitExpression)$/.test(outer.type)) {
    ;[inner, outer] = [outer, outer.parent]
  }
  if (outer?.type === 'ConditionalExpression') return outer.children[0] === inner
  return outer?.type === 'IfStatement' || outer?.type === 'WhileStatement'
}
