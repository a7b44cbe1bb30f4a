import { scopesOf } from '../../../../language/javascript/scope/scopes-of.ts'
import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { type Node, type Tree, walk } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { calledName } from '../called-path.ts'
import { statementLoopAround } from '../loop.ts'

const RULE: RemarkRule = {
  rule: 'javascript/await-in-loop',
  family: 'performance',
  severity: 'low',
  why: 'Each round waits for the one before it, although none needs its result.',
  remedy:
    'Start them together and wait once: await Promise.all(items.map(async (item) => …)); limit how many where there are many.',
}

/** Finds `await` in rounds of a `for` loop that do not depend on each other. */
export function awaitInLoop({ tree }: TreeProgram): Remark[] {
  const told = new Set<Node>()
  return nodesOf(tree, 'AwaitExpression').flatMap((waiting) => {
    const loop = statementLoopAround(tree, waiting)
    if (!loop || told.has(loop) || !isFor(loop) || !isIndependent(tree, loop) || !fetches(tree, waiting)) return []
    told.add(loop)
    return remarkAt(RULE, {
      at: waiting,
      message: 'The rounds of this loop wait one after the other.',
      cost: 'the sum of all waiting times, where the longest would do',
    })
  })
}

const isFor = ({ type, children }: Node): boolean =>
  type === 'ForStatement' &&
  children.some((child) => child.type === 'ForOfSpec' || child.type === 'ForSpec') &&
  !children.some((child) => child.type === 'await')

/** Only calls that fetch can be made at once; other calls may have to keep their order. */
function fetches(tree: Tree, waiting: Node): boolean {
  const [, call] = waiting.children
  const name = call ? calledName(tree, call) : ''
  return /^(?:fetch|get|load|read|download|request|head|list|stat|lookup|resolve|json|text)(?:$|[A-Z_])|^axios$/.test(
    name,
  )
}

/** No round uses a value that another one sets, and no round ends the loop. */
function isIndependent(tree: Tree, loop: Node): boolean {
  const { bindingAt } = scopesOf(tree)
  for (const node of walk(loop)) {
    if (['BreakStatement', 'ReturnStatement', 'YieldExpression', 'TryStatement'].includes(node.type)) return false
    if (node.type !== 'AssignmentExpression' && node.type !== 'PostfixExpression') continue
    const target = node.children[0]
    const binding = target?.type === 'VariableName' ? bindingAt(target) : undefined
    const isOutside = binding?.definitions.some(({ start, end }) => start < loop.start || end > loop.end) ?? true
    if (target?.type === 'VariableName' && isOutside) return false
  }
  return true
}
