import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { childOf, type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'

const LOOSE: RemarkRule = {
  rule: 'javascript/loose-equality',
  family: 'practice',
  severity: 'low',
  why: "`==` converts its sides before it compares them: '' == 0 and [1] == 1 are true.",
  remedy: 'Use `===` and `!==`; `== null` is the one form that is useful.',
}
const SAME: RemarkRule = {
  rule: 'javascript/self-comparison',
  family: 'practice',
  severity: 'medium',
  why: 'Both sides are the same, so the answer is known; something else was meant.',
  remedy: 'Compare with the other value, or ask Number.isNaN.',
}
const ASSIGNED: RemarkRule = {
  rule: 'javascript/assignment-in-condition',
  family: 'practice',
  severity: 'medium',
  why: '`=` assigns; most often `===` was meant.',
  remedy: 'Compare with `===`, or assign on a line of its own.',
}

export function comparisons({ tree }: TreeProgram): Remark[] {
  return [
    ...nodesOf(tree, 'BinaryExpression').flatMap((node) => comparison(tree, node)),
    ...nodesOf(tree, 'IfStatement').flatMap((node) => condition(tree, node)),
  ]
}

function comparison(tree: Tree, node: Node): Remark[] {
  const [left, operator, right] = node.children
  if (!left || !right || operator?.type !== 'CompareOp') return []
  const sign = textOf(tree, operator)
  const isNull = [left, right].some(({ type }) => type === 'null')
  if ((sign === '==' || sign === '!=') && !isNull) {
    const isTypeof = [left, right].some(
      ({ type, children }) => type === 'UnaryExpression' && children[0]?.type === 'typeof',
    )
    const edits = [{ start: operator.start, end: operator.end, text: `${sign}=` }]
    const fix = isTypeof ? { title: `Use \`${sign}=\``, edits } : undefined
    return [remarkAt(LOOSE, { at: node, message: `\`${sign}\` converts its sides before it compares them.`, fix })]
  }
  const isPlain = left.type === 'VariableName' || left.type === 'MemberExpression'
  if (!isPlain || right.end - right.start !== left.end - left.start || textOf(tree, left) !== textOf(tree, right))
    return []
  return [remarkAt(SAME, { at: node, message: `\`${textOf(tree, left)}\` is compared with itself.` })]
}

/** An extra pair of brackets says that the assignment is intended. */
function condition(tree: Tree, statement: Node): Remark[] {
  const inside = childOf(statement, 'ParenthesizedExpression')?.children[1]
  if (inside?.type !== 'AssignmentExpression' || inside.children[1]?.type !== 'Equals') return []
  return [
    remarkAt(ASSIGNED, {
      at: inside,
      message: `The condition assigns to \`${textOf(tree, inside.children[0] as Node)}\`.`,
    }),
  ]
}
