import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import { indentationAt, lineEndAfter } from '../../indentation-at.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { calledPath } from '../called-path.ts'
import { scopeOf, usesOf } from '../scope.ts'

const RULE: RemarkRule = {
  rule: 'python/with-for-files',
  family: 'refactoring',
  severity: 'low',
  why: 'When something fails in between, the file stays open, and what was written may be lost.',
  remedy: 'Open it in a `with` statement, which closes it whatever happens.',
}

/** Longer blocks, and files with more uses, are not read. */
const MOST = 300

/** Finds `file = open(…)` outside of `with`. */
export function withOpen({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'AssignStatement').flatMap((statement) => {
    const [target, , call] = statement.children
    if (statement.children.length !== 3 || target?.type !== 'VariableName' || !call) return []
    if (!['open', 'io.open', 'gzip.open', 'bz2.open'].includes(calledPath(tree, call))) return []
    const name = textOf(tree, target)
    const uses = usesOf(tree, { scope: scopeOf(tree, statement), name })
    if (uses.length > MOST || isHandedOver(uses, statement)) return []
    return remarkAt(RULE, {
      at: statement,
      message: `\`${name}\` is opened without \`with\`.`,
      fix: fixFor({ tree, statement, call, name, uses }),
    })
  })
}

/** Whether the file is returned, or stored somewhere: then other code closes it. */
const isHandedOver = (uses: readonly Node[], statement: Node): boolean =>
  uses.some(
    ({ start, parent }) =>
      start > statement.end &&
      ['ReturnStatement', 'YieldStatement', 'WithStatement', 'ScopeStatement'].includes(parent?.type ?? ''),
  )

interface Opening {
  tree: Tree
  statement: Node
  call: Node
  name: string
  uses: readonly Node[]
}

/** Moves the lines up to `close()` into the `with`; only if all of them are plain lines of this block. */
function fixFor({ tree, statement, call, name, uses }: Opening): Remark['fix'] {
  const { source } = tree
  const siblings = statement.parent?.children ?? []
  if (siblings.length > MOST) return undefined
  const openAt = siblings.indexOf(statement)
  const closeAt = siblings.findIndex((node, at) => at > openAt && textOf(tree, node) === `${name}.close()`)
  const indentation = indentationAt(source, statement.start)
  if (closeAt <= openAt + 1 || indentation === undefined) return undefined
  const close = siblings[closeAt] as Node
  const inside = siblings.slice(openAt + 1, closeAt)
  const area = source.slice(lineEndAfter(source, statement.end), source.lastIndexOf('\n', close.start) + 1)
  const isPlain =
    !/"""|'''|\\\n|\t/.test(area) && inside.every(({ start }) => indentationAt(source, start) === indentation)
  const rest = source.slice(close.end, lineEndAfter(source, close.end)).trim()
  const isLast = uses.every(({ end }) => end <= close.end)
  if (!isPlain || rest !== '' || !isLast || uses.filter(({ parent }) => parent?.type === 'AssignStatement').length > 1)
    return undefined
  const moved = area.replace(/^(?=[^\n])/gm, '    ')
  const text = `with ${textOf(tree, call)} as ${name}:\n${moved}`
  return {
    title: 'Open the file in a `with` statement',
    edits: [{ start: statement.start, end: lineEndAfter(source, close.end), text }],
  }
}
