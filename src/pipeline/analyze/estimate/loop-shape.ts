import { type Node, walk } from '../../../language/tree/tree.ts'
import { namesIn } from './names-in.ts'
import type { ProgramFacts } from './program-facts.ts'

export const LOOPS: ReadonlySet<string> = new Set(['ForStatement', 'WhileStatement', 'DoStatement'])
export const FUNCTIONS: ReadonlySet<string> = new Set([
  'FunctionDefinition',
  'LambdaExpression',
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunction',
  'MethodDeclaration',
])

/** The nearest loop around the node in the same function. */
export function loopAround(node: Node): Node | undefined {
  let outer = node.parent
  while (outer && !LOOPS.has(outer.type) && !FUNCTIONS.has(outer.type)) outer = outer.parent
  return outer && LOOPS.has(outer.type) ? outer : undefined
}

/** Yields the nodes below that run with it: functions are only defined there, so they are left out. */
export function* walkOwn(from: Node): Generator<Node> {
  const open = [...from.children].reverse()
  for (let node = open.pop(); node; node = open.pop()) {
    yield node
    if (FUNCTIONS.has(node.type)) continue
    for (let index = node.children.length - 1; index >= 0; index--) open.push(node.children[index] as Node)
  }
}

const LEAVES = new Set(['ReturnStatement', 'RaiseStatement', 'ThrowStatement', 'YieldExpression', 'YieldStatement'])
const BREAKABLE = new Set([...LOOPS, 'SwitchStatement'])

/** Whether something in the loop can end it: a return, an error, a break of its own, or the end of the program. */
export function hasWayOut(loop: Node, isExit: (call: Node) => boolean): boolean {
  for (const node of walkOwn(loop)) {
    if (LEAVES.has(node.type)) return true
    if (node.type === 'CallExpression' && isExit(node)) return true
    if (node.type === 'BreakStatement' && (hasLabel(node) || breaks(node) === loop)) return true
  }
  return false
}

const hasLabel = (node: Node): boolean => node.children.some(({ type }) => type === 'Label')

function breaks(node: Node): Node | undefined {
  let outer = node.parent
  while (outer && !BREAKABLE.has(outer.type)) outer = outer.parent
  return outer
}

/** Whether a node of that kind stands anywhere below. */
export function holds(from: Node, isKind: (node: Node) => boolean): boolean {
  for (const node of walk(from)) if (isKind(node)) return true
  return false
}

/** A loop over the neighbours of an element taken from a work list: all rounds together are as many as there are connections. */
export function isOfWork({ iterable, loop }: { iterable: Node; loop: Node }, { popped, tree }: ProgramFacts): boolean {
  if (iterable.type === 'VariableName' || loopAround(loop)?.type !== 'WhileStatement') return false
  return namesIn(iterable, tree).some((name) => popped.has(name))
}
