import { childOf, type Node, type Tree, textOf } from '../../../language/tree/tree.ts'
import { createInvariance } from '../invariance.ts'
import { calledName } from './called-path.ts'

const CALLBACKS = ['forEach', 'map', 'filter', 'flatMap', 'reduce', 'reduceRight', 'some', 'every', 'find', 'findIndex']

export const isFunction = ({ type }: Node): boolean =>
  [
    'FunctionDeclaration',
    'FunctionExpression',
    'ArrowFunction',
    'MethodDeclaration',
    'Property',
    'StaticBlock',
  ].includes(type)

/** The nearest function or method around a node: an object has properties that are none. */
export function functionAround(node: Node): Node | undefined {
  let outer = node.parent
  while (outer && !(isFunction(outer) && childOf(outer, 'ParamList'))) outer = outer.parent
  return outer
}

/** The nearest loop, or callback of an array method, that repeats this node in each round. */
export function loopAround(tree: Tree, node: Node): Node | undefined {
  for (let inner = node, outer = node.parent; outer; inner = outer, outer = outer.parent) {
    if (repeats(outer, inner)) return outer
    if (outer.type === 'Property' ? childOf(outer, 'ParamList') : isFunction(outer))
      return isCallback(tree, outer) ? outer : undefined
  }
  return undefined
}

/** The nearest loop that is a statement. */
export function statementLoopAround(tree: Tree, node: Node): Node | undefined {
  const loop = loopAround(tree, node)
  return loop && !isFunction(loop) ? loop : undefined
}

function repeats(outer: Node, inner: Node): boolean {
  if (outer.type === 'WhileStatement' || outer.type === 'DoStatement') return true
  if (outer.type !== 'ForStatement') return false
  return inner.type !== 'ForOfSpec' && inner.type !== 'ForInSpec' && inner.type !== 'ForSpec'
}

function isCallback(tree: Tree, node: Node): boolean {
  const call = node.parent?.type === 'ArgList' ? node.parent.parent : undefined
  return (
    call !== undefined && childOf(call, 'ArgList')?.children[1] === node && CALLBACKS.includes(calledName(tree, call))
  )
}

/** The sequence that a loop goes over: `rows` in `for (const row of rows)` and in `rows.map((row) => …)`. */
export function iteratedBy(loop: Node): Node | undefined {
  if (loop.type !== 'ForStatement') return loop.parent?.parent?.children[0]?.children[0]
  const specification = childOf(loop, 'ForOfSpec', 'ForInSpec')
  return specification?.children.at(-2)
}

/** The name is declared here, assigned to, or counted up or down. */
function isBound({ type, parent, start }: Node): boolean {
  if (type === 'VariableDefinition') return true
  if (type !== 'VariableName' || !parent) return false
  const isFirst = parent.start === start
  return (
    parent.type === 'UnaryExpression' ||
    (isFirst && ['AssignmentExpression', 'PostfixExpression'].includes(parent.type))
  )
}

export const { isInvariant, namesBoundIn } = createInvariance({
  boundAt: (tree, node) => (isBound(node) ? [textOf(tree, node)] : []),
  changing: ['CallExpression', 'NewExpression', 'AwaitExpression', 'YieldExpression'],
})
