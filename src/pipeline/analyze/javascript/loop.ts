import { childOf, type Node, type Tree, textOf, walk } from '../../../language/tree/tree.ts'
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

const boundBy = new WeakMap<Node, Set<string>>()

/** The names that change their value while the loop goes on. */
export function namesBoundIn(tree: Tree, loop: Node): Set<string> {
  let names = boundBy.get(loop)
  if (!names) {
    names = new Set(Array.from(walk(loop)).flatMap((node) => (isBound(node) ? textOf(tree, node) : [])))
    boundBy.set(loop, names)
  }
  return names
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

/** The expression has the same value in each round, as far as names tell. */
export function isInvariant(tree: Tree, { expression, loop }: { expression: Node; loop: Node }): boolean {
  const bound = namesBoundIn(tree, loop)
  for (const node of walk(expression)) {
    if (node.type === 'VariableName' && bound.has(textOf(tree, node))) return false
    if (['CallExpression', 'NewExpression', 'AwaitExpression', 'YieldExpression'].includes(node.type)) return false
  }
  return true
}
