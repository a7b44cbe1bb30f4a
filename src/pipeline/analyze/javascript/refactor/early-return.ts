import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { childOf, type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import { indentationAt } from '../../indentation-at.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'

const ELSE: RemarkRule = {
  rule: 'javascript/else-after-return',
  family: 'refactoring',
  severity: 'info',
  why: 'Each level of indentation is one more condition that a reader keeps in mind.',
  remedy: 'Leave out the else: behind a return the rest is the other case anyway.',
}
const NESTED: RemarkRule = {
  rule: 'javascript/nested-if',
  family: 'refactoring',
  severity: 'info',
  why: 'Two conditions that must both hold are one condition.',
  remedy: 'Join them with &&.',
}

export function earlyReturn({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'IfStatement').flatMap((statement) => [
    ...elseAfterReturn(tree, statement),
    ...nestedIf(tree, statement),
  ])
}

function elseAfterReturn(tree: Tree, statement: Node): Remark[] {
  const { children, parent } = statement
  const elseAt = children.findIndex(({ type }) => type === 'else')
  const [keyword, yes, no] = [children[elseAt], children[elseAt - 1], children[elseAt + 1]]
  // In a chain of else ifs every branch would have to leave.
  if (!keyword || !yes || no?.type !== 'Block' || parent?.type !== 'Block' || !leaves(yes)) return []
  const isDeclaring = no.children.some(({ type }) => /Declaration$/.test(type))
  const fix = isDeclaring ? undefined : withoutElse(tree, { statement, yes, no })
  return [remarkAt(ELSE, { at: keyword, message: 'An else behind a branch that returns.', fix })]
}

function leaves(branch: Node): boolean {
  const last = branch.type === 'Block' ? branch.children.at(-2) : branch
  return last?.type === 'ReturnStatement' || last?.type === 'ThrowStatement'
}

/** Moves the lines of the else one level out; only if all are lines of this indentation. */
function withoutElse(
  { source }: Tree,
  { statement, yes, no }: { statement: Node; yes: Node; no: Node },
): Remark['fix'] {
  const indentation = indentationAt(source, statement.start)
  const inner = source.slice(no.start + 1, no.end - 1)
  if (indentation === undefined || inner.includes('`') || !/^[ \t]*\n/.test(inner)) return undefined
  const lines = inner
    .slice(inner.indexOf('\n') + 1)
    .trimEnd()
    .split('\n')
  const step = indentationAt(source, no.children[1]?.start ?? no.end)?.slice(indentation.length)
  if (!step || lines.some((line) => line.trim() !== '' && !line.startsWith(indentation + step))) return undefined
  const moved = lines.map((line) =>
    line.trim() === '' ? '' : indentation + line.slice(indentation.length + step.length),
  )
  return { title: 'Leave out the else', edits: [{ start: yes.end, end: no.end, text: `\n${moved.join('\n')}` }] }
}

function nestedIf(tree: Tree, statement: Node): Remark[] {
  const body = childOf(statement, 'Block')
  const [, inner, end] = body?.children ?? []
  const isAlone = statement.children.length === 3 && body?.children.length === 3 && end?.type === '}'
  if (!body || !isAlone || inner?.type !== 'IfStatement' || inner.children.some(({ type }) => type === 'else'))
    return []
  const [first, second] = [conditionOf(statement), conditionOf(inner)]
  const innerBody = childOf(inner, 'Block')
  if (!first || !second || !innerBody) return []
  const joined = `(${[first, second].map((condition) => operand(tree, condition)).join(' && ')}) `
  const edits = [
    { start: first.start - 1, end: innerBody.start, text: joined },
    { start: innerBody.end, end: body.end, text: '' },
  ]
  const isPlain =
    first.start - 1 === statement.children[1]?.start && !/\/[/*]/.test(tree.source.slice(first.start, innerBody.start))
  return [
    remarkAt(NESTED, {
      at: { start: statement.start, end: second.end + 1 },
      message: 'An if that holds nothing but another if.',
      fix: isPlain ? { title: 'Join the conditions', edits } : undefined,
    }),
  ]
}

const conditionOf = (statement: Node): Node | undefined => childOf(statement, 'ParenthesizedExpression')?.children[1]

/** Adds brackets if && would take only a part of the condition. */
function operand(tree: Tree, condition: Node): string {
  const text = textOf(tree, condition)
  const bindsTighter = [
    'VariableName',
    'MemberExpression',
    'CallExpression',
    'UnaryExpression',
    'ParenthesizedExpression',
  ]
  const isComparison = condition.type === 'BinaryExpression' && condition.children[1]?.type === 'CompareOp'
  return bindsTighter.includes(condition.type) || isComparison ? text : `(${text})`
}
