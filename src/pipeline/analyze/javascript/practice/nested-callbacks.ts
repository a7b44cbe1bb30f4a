import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import type { Node, Tree } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { calledName } from '../called-path.ts'

const RULE: RemarkRule = {
  rule: 'javascript/nested-callbacks',
  family: 'practice',
  severity: 'low',
  why: 'What happens when, and who deals with an error, can hardly be seen any more.',
  remedy: 'Use async and await, or give the inner functions names.',
}
const MOST = 4
const HARMLESS = new Set([
  ...['forEach', 'map', 'filter', 'flatMap', 'reduce', 'some', 'every', 'find', 'findIndex', 'sort', 'from'],
  ...['describe', 'it', 'test', 'suite', 'each', 'property', 'asyncProperty', 'assert'],
])

/** Reported once, at the function that is one too deep. */
export function nestedCallbacks({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'ArrowFunction', 'FunctionExpression').flatMap((node) =>
    depthOf(tree, node) === MOST
      ? remarkAt(RULE, {
          at: { start: node.start, end: node.children.at(-1)?.start ?? node.end },
          message: `This callback stands in ${MOST - 1} others.`,
        })
      : [],
  )
}

function depthOf(tree: Tree, node: Node): number {
  let depth = 0
  for (let at: Node | undefined = node; at && depth <= MOST; at = at.parent) if (isCallback(tree, at)) depth += 1
  return isCallback(tree, node) ? depth : 0
}

/** Array methods and functions of test runners nest without harm: they do not call back later. */
function isCallback(tree: Tree, node: Node): boolean {
  const isFunction = node.type === 'ArrowFunction' || node.type === 'FunctionExpression'
  const call = isFunction && node.parent?.type === 'ArgList' ? node.parent.parent : undefined
  return call !== undefined && !HARMLESS.has(calledName(tree, call))
}
