import { indexIn } from '../tree/index-in.ts'
import type { Node } from '../tree/tree.ts'

/** Of a tree without comments: marks between the parts of a node that mean nothing by themselves. */
const MARKS = new Set(['(', ')', '[', ']', '{', '}', ',', ';', ':', 'Spread', '⚠'])
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunction', 'MethodDeclaration'])
const NOTHING: readonly Node[] = []

/** The children that carry meaning. */
export const partsOf = (node: Node): Node[] => node.children.filter(({ type }) => !MARKS.has(type))

/** Methods of object literals are properties with parameters. */
export const isFunction = (node: Node): boolean =>
  FUNCTIONS.has(node.type) || (node.type === 'Property' && node.children.some(({ type }) => type === 'ParamList'))

export const isCall = ({ type }: Node): boolean => type === 'CallExpression' || type === 'NewExpression'

export function calleeOf(call: Node): Node | undefined {
  const callee = call.children.find(({ type }) => type !== 'new')
  return callee && callee.type !== 'ArgList' ? bare(callee) : undefined
}

/** Arguments of a call, or of a dynamic import. */
export function argumentsOf(call: Node): readonly Node[] {
  if (call.type === 'DynamicImport') return partsOf(call).slice(1)
  const list = call.children.findLast(({ type }) => type === 'ArgList')
  return list ? partsOf(list) : NOTHING
}

/** Object and property of a member expression. */
export function membersOf(member: Node): { object: Node; property: Node; isComputed: boolean } | undefined {
  const parts = partsOf(member).filter(({ type }) => type !== '.' && type !== '?.')
  const [object, property] = parts
  if (!object || !property || parts.length !== 2) return undefined
  return { object: bare(object), property: bare(property), isComputed: !property.type.endsWith('PropertyName') }
}

/** The two sides of an operator. */
export function sidesOf(node: Node): { left: Node; sign: Node; right: Node } | undefined {
  const [left, sign, right] = node.children
  return left && sign && right ? { left: bare(left), sign, right: bare(right) } : undefined
}

/** The value inside of parentheses, `await`, `as T`, `!` and the last part of `a, b`. */
export function bare(node: Node): Node {
  for (let inner: Node = node; ; ) {
    const next = unwrapped(inner)
    if (!next) return inner
    inner = next
  }
}

function unwrapped(node: Node): Node | undefined {
  const { type, children } = node
  if (type === 'ParenthesizedExpression') return partsOf(node)[0]
  if (type === 'AwaitExpression' || type === 'PrefixCast') return children.length > 1 ? children.at(-1) : undefined
  if (type === 'SequenceExpression') return partsOf(node).at(-1)
  if (type === 'InstantiationExpression') return children[0]
  if (type === 'PostfixExpression') return children[1]?.type === 'LogicOp' ? children[0] : undefined
  if (type !== 'BinaryExpression') return undefined
  return children[1]?.type === 'as' || children[1]?.type === 'satisfies' ? children[0] : undefined
}

/** Keys and values of an object literal; the value of a method is the method. */
export function propertiesOf(object: Node): { property: Node; key: Node; value: Node; isSpread: boolean }[] {
  return object.children
    .filter(({ type }) => type === 'Property')
    .flatMap((property) => {
      const parts = partsOf(property)
      const [key, ...rest] = parts
      if (!key) return []
      const value = isFunction(property) ? property : bare(rest.at(-1) ?? key)
      return [{ property, key, value, isSpread: property.children[0]?.type === 'Spread' }]
    })
}

/** The sibling at a distance before or behind a node. */
export function siblingOf(node: Node, offset: number): Node | undefined {
  const { parent } = node
  return parent?.children[indexIn(parent, node) + offset]
}

/** The items inside of a node; `items` are in the order of the source. */
export function within<Item extends { node: Node }>(items: readonly Item[], outer: Node): Item[] {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((items[middle]?.node.start ?? 0) < outer.start) low = middle + 1
    else high = middle
  }
  const found: Item[] = []
  for (let item = items[low]; item && item.node.start < outer.end; item = items[++low]) {
    if (item.node.end <= outer.end) found.push(item)
  }
  return found
}

/** The function, method or program around a node. */
export function functionAround(node: Node): Node | undefined {
  let outer = node.parent
  while (outer && !isFunction(outer)) outer = outer.parent
  return outer
}

export const isInside = (inner: Node, outer: Node): boolean => inner.start >= outer.start && inner.end <= outer.end
