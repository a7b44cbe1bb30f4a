import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { childOf, type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'

const EMPTY_CATCH: RemarkRule = {
  rule: 'javascript/empty-catch',
  family: 'practice',
  severity: 'low',
  why: 'Whatever went wrong is gone without a trace.',
  remedy: 'Deal with the error, or say in a comment why it does not matter.',
}
const FALLTHROUGH: RemarkRule = {
  rule: 'javascript/fallthrough',
  family: 'practice',
  severity: 'medium',
  why: 'Without a break the next case is done too.',
  remedy: 'End the case with break or return, or say `// falls through`.',
}
const SAME_CASE: RemarkRule = {
  rule: 'javascript/duplicate-case',
  family: 'practice',
  severity: 'medium',
  why: 'Only the first of two equal cases is ever reached.',
  remedy: 'Remove one, or correct its value.',
}
const SAME_KEY: RemarkRule = {
  rule: 'javascript/duplicate-key',
  family: 'practice',
  severity: 'medium',
  why: 'The last of two equal keys wins, without a word.',
  remedy: 'Remove one, or correct its name.',
}
const ENDS = ['BreakStatement', 'ReturnStatement', 'ThrowStatement', 'ContinueStatement']

export function branches({ tree }: TreeProgram): Remark[] {
  return [
    ...nodesOf(tree, 'CatchClause').flatMap((clause) =>
      childOf(clause, 'Block')?.children.length === 2
        ? remarkAt(EMPTY_CATCH, { at: clause, message: 'An error is caught and forgotten.' })
        : [],
    ),
    ...nodesOf(tree, 'SwitchBody').flatMap((body) => [...fallthrough(tree, body), ...repeatedCases(tree, body)]),
    ...nodesOf(tree, 'ObjectExpression').flatMap((object) => repeatedKeys(tree, object)),
  ]
}

/** A label behind statements that fall through to it; a comment in between says that it is intended. */
function fallthrough(tree: Tree, { children }: Node): Remark[] {
  return children.flatMap((label, at) => {
    const before = children[at - 1]
    const isLabel = label.type === 'CaseLabel' || label.type === 'DefaultLabel'
    const goesOn = before !== undefined && /Statement$|^Block$|Declaration$/.test(before.type) && !ends(before)
    return isLabel && goesOn
      ? remarkAt(FALLTHROUGH, { at: label, message: `The case before \`${textOf(tree, label)}\` goes on into it.` })
      : []
  })
}

/** Whether the last statement leaves, in every branch if it has some. */
function ends(statement: Node): boolean {
  if (ENDS.includes(statement.type)) return true
  if (statement.type === 'Block') {
    const last = statement.children.at(-2)
    return last !== undefined && (ends(last) || last.type.endsWith('Comment'))
  }
  if (statement.type === 'IfStatement') {
    const elseAt = statement.children.findIndex(({ type }) => type === 'else')
    const [yes, no] = [statement.children[elseAt - 1], statement.children.at(-1)]
    return elseAt !== -1 && yes !== undefined && no !== undefined && ends(yes) && ends(no)
  }
  return ['TryStatement', 'WhileStatement', 'SwitchStatement', 'ForStatement', 'LabeledStatement'].includes(
    statement.type,
  )
}

function repeatedCases(tree: Tree, { children }: Node): Remark[] {
  const seen = new Set<string>()
  return children.flatMap((label) => {
    const value = label.type === 'CaseLabel' ? label.children[1] : undefined
    if (!value) return []
    const text = textOf(tree, value)
    if (seen.has(text)) return remarkAt(SAME_CASE, { at: label, message: `There are two cases for \`${text}\`.` })
    seen.add(text)
    return []
  })
}

/** A getter and a setter may share a name. */
function repeatedKeys(tree: Tree, { children }: Node): Remark[] {
  const seen = new Set<string>()
  return children.flatMap((property) => {
    const [key] = property.children
    if (property.type !== 'Property' || (key?.type !== 'PropertyDefinition' && key?.type !== 'String')) return []
    const name = textOf(tree, key).replace(/^['"]|['"]$/g, '')
    if (seen.has(name)) return remarkAt(SAME_KEY, { at: key, message: `\`${name}\` is given twice.` })
    seen.add(name)
    return []
  })
}
