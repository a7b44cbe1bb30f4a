import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { type Node, type Tree, textOf, walk } from '../../../../language/tree/tree.ts'
import { indentationAt, lineEndAfter } from '../../indentation-at.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { trimPlace } from '../../trim-place.ts'

const RULE: RemarkRule = {
  rule: 'python/unreachable-code',
  family: 'refactoring',
  severity: 'low',
  why: 'These lines are never reached: either they are left over, or the line before them is wrong.',
  remedy: 'Remove them, or correct what leaves the block before them.',
}
const LEAVING = ['ReturnStatement', 'RaiseStatement', 'BreakStatement', 'ContinueStatement']

/** Finds statements behind one that leaves their block. */
export function deadCode({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'Body').flatMap(({ children }) => {
    const leavingAt = children.findIndex(({ type }) => LEAVING.includes(type))
    const dead = leavingAt === -1 ? [] : children.slice(leavingAt + 1).filter(({ type }) => type !== 'Comment')
    const [first, last] = [dead[0], dead.at(-1)]
    if (
      !first ||
      !last ||
      dead.some(({ type }) => type === '⚠' || type === ';') ||
      dead.some((node) => makesGenerator(node))
    )
      return []
    return remarkAt(RULE, {
      at: trimPlace(tree.source, { start: first.start, end: last.end }),
      message: `Nothing behind \`${textOf(tree, children[leavingAt] as Node).split('\n')[0]}\` is reached.`,
      fix: fixFor(tree, [first, last]),
    })
  })
}

/** `return; yield` is how an empty generator is written. */
function makesGenerator(node: Node): boolean {
  for (const { type } of walk(node)) if (type === 'YieldStatement' || type === 'YieldExpression') return true
  return false
}

function fixFor({ source }: Tree, [first, last]: [Node, Node]): Remark['fix'] {
  const indentation = indentationAt(source, first.start)
  if (indentation === undefined) return undefined
  const edits = [
    { start: first.start - indentation.length, end: lineEndAfter(source, trimPlace(source, last).end), text: '' },
  ]
  return { title: 'Remove the lines that are never reached', edits }
}
