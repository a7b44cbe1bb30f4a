import { betweenForAndIn } from '../../../language/python/loop-targets.ts'
import { type Node, type Tree, textOf, walk } from '../../../language/tree/tree.ts'
import { createInvariance } from '../invariance.ts'

const COMPREHENSIONS = [
  'ArrayComprehensionExpression',
  'ComprehensionExpression',
  'DictionaryComprehensionExpression',
  'SetComprehensionExpression',
]

/** The nearest loop of the same function that repeats this node in each round. */
export function loopAround(node: Node): Node | undefined {
  for (let inner = node, outer = node.parent; outer; inner = outer, outer = outer.parent) {
    if (outer.type === 'FunctionDefinition' || outer.type === 'LambdaExpression') return undefined
    if (outer.type === 'ClassDefinition') return undefined
    if (repeats(outer, inner)) return outer
  }
  return undefined
}

/** All loops of the same function around it, the nearest first. */
export function loopsAround(node: Node): Node[] {
  const loops: Node[] = []
  for (let loop = loopAround(node); loop; loop = loopAround(loop)) loops.push(loop)
  return loops
}

function repeats(outer: Node, inner: Node): boolean {
  if (outer.type === 'ForStatement') return outer.children.find(({ type }) => type === 'Body') === inner
  if (outer.type === 'WhileStatement') {
    const bodies = outer.children.filter(({ type }) => type === 'Body')
    return inner.type !== 'Body' || bodies[0] === inner
  }
  return COMPREHENSIONS.includes(outer.type) && iteratedBy(outer) !== inner
}

/** The sequence that a `for` goes over; for a comprehension that of its first `for`. */
export function iteratedBy(loop: Node): Node | undefined {
  const inAt = loop.children.findIndex(({ type }) => type === 'in')
  return inAt === -1 ? undefined : loop.children[inAt + 1]
}

/** The names that a `for` assigns in each round. */
export function targetsOf(tree: Tree, loop: Node): Node[] {
  const forAt = loop.children.findIndex(({ type }) => type === 'for')
  const inAt = loop.children.findIndex(({ type }) => type === 'in')
  if (forAt === -1 || inAt === -1) return []
  return loop.children
    .slice(forAt + 1, inAt)
    .flatMap((target) => Array.from(walk(target)).filter((node) => node.type === 'VariableName' && textOf(tree, node)))
}

function boundHere(tree: Tree, node: Node): string[] {
  const { type, children } = node
  if (type === 'ForStatement' || COMPREHENSIONS.includes(type)) return namesIn(tree, betweenForAndIn(children))
  if (type === 'AssignStatement') {
    const lastOperator = children.findLastIndex((child) => child.type === 'AssignOp')
    return namesIn(tree, children.slice(0, Math.max(lastOperator, 0)))
  }
  if (type === 'UpdateStatement' || type === 'NamedExpression') return namesIn(tree, children.slice(0, 1))
  return children.flatMap((child, at) => (child.type === 'as' ? namesIn(tree, children.slice(at + 1, at + 2)) : []))
}

const namesIn = (tree: Tree, nodes: readonly Node[]): string[] =>
  nodes.flatMap((node) =>
    Array.from(walk(node))
      .filter(({ type }) => type === 'VariableName')
      .map((name) => textOf(tree, name)),
  )

export const { isInvariant, namesBoundIn } = createInvariance({
  boundAt: boundHere,
  changing: ['CallExpression', 'AwaitExpression', 'YieldExpression'],
})
