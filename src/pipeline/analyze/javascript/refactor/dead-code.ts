import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import { indentationAt, lineEndAfter } from '../../indentation-at.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'

const RULE: RemarkRule = {
  rule: 'javascript/unreachable-code',
  family: 'refactoring',
  severity: 'low',
  why: 'These lines are never reached: either they are left over, or the line before them is wrong.',
  remedy: 'Remove them, or correct what leaves the block before them.',
}
const LEAVING = ['ReturnStatement', 'ThrowStatement', 'BreakStatement', 'ContinueStatement']
/** Functions exist before any line runs, and so do the names of `var`. */
const HOISTED = [
  'FunctionDeclaration',
  'LineComment',
  'BlockComment',
  '}',
  ';',
  'InterfaceDeclaration',
  'TypeAliasDeclaration',
]

/** Finds statements behind one that leaves their block. */
export function deadCode({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'Block').flatMap(({ children }) => {
    const leavingAt = children.findIndex(({ type }) => LEAVING.includes(type))
    const dead = leavingAt === -1 ? [] : children.slice(leavingAt + 1).filter(({ type }) => !HOISTED.includes(type))
    const [first, last] = [dead[0], dead.at(-1)]
    if (!first || !last || dead.some(({ type }) => type === '⚠')) return []
    const leaving = textOf(tree, children[leavingAt] as Node)
    return remarkAt(RULE, {
      at: { start: first.start, end: last.end },
      message: `Nothing behind \`${leaving.split('\n')[0]}\` is reached.`,
      fix: fixFor(tree, { first, last, all: children.slice(leavingAt + 1, -1) }),
    })
  })
}

/** The fix applies only if all statements are plain and on lines of their own. */
function fixFor(
  { source }: Tree,
  { first, last, all }: { first: Node; last: Node; all: readonly Node[] },
): Remark['fix'] {
  const indentation = indentationAt(source, first.start)
  const end = lineEndAfter(source, last.end)
  const isPlain = all.every(({ type }) => type === 'ExpressionStatement' || LEAVING.includes(type))
  if (indentation === undefined || !isPlain || source.slice(last.end, end).trim() !== '') return undefined
  return {
    title: 'Remove the lines that are never reached',
    edits: [{ start: first.start - indentation.length, end, text: '' }],
  }
}
