import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { childOf, type Node, type Tree, textOf, walk } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'

const RULE: RemarkRule = {
  rule: 'javascript/arrow-callback',
  family: 'refactoring',
  severity: 'info',
  why: 'An arrow function is shorter, and keeps `this` of where it stands.',
  remedy: 'Use an arrow function.',
}

/** Finds a function that is passed directly, and uses neither `this` nor its own name. */
export function arrowCallbacks({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'FunctionExpression').flatMap((node) => {
    const [parameters, body] = [childOf(node, 'ParamList'), childOf(node, 'Block')]
    const keyword = childOf(node, 'function')
    if (node.parent?.type !== 'ArgList' || !parameters || !body || !keyword) return []
    if (childOf(node, 'VariableDefinition', 'Star', 'TypeAnnotation') || needsOwnThis(tree, body)) return []
    if (tree.source.slice(parameters.end, body.start).trim() !== '') return []
    const edits = [
      { start: keyword.start, end: parameters.start, text: '' },
      { start: parameters.end, end: body.start, text: ' => ' },
    ]
    const message = 'A function without a name is given as an argument.'
    return remarkAt(RULE, {
      at: { start: node.start, end: parameters.end },
      message,
      fix: { title: 'Use an arrow function', edits },
    })
  })
}

function needsOwnThis(tree: Tree, body: Node): boolean {
  for (const node of walk(body)) {
    if (node.type === 'this' || node.type === 'super' || node.type === 'NewTarget') return true
    if (node.type === 'VariableName' && textOf(tree, node) === 'arguments') return true
  }
  return false
}
