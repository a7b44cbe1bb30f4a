import { argumentsOf } from '../../../../language/python/arguments-of.ts'
import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { calledPath } from '../called-path.ts'
import { iteratedBy, loopAround } from '../loop.ts'

const ROWS: RemarkRule = {
  rule: 'python/rows-of-frame',
  family: 'performance',
  severity: 'medium',
  why: 'Each row is made into an object of its own; operations on whole columns run in compiled code.',
  remedy: 'Compute with columns, or use itertuples() where a loop is needed.',
}
const GROWTH: RemarkRule = {
  rule: 'python/growing-frame',
  family: 'performance',
  severity: 'medium',
  why: 'Frames and arrays cannot grow: a new one is made from all that is there.',
  remedy: 'Gather the pieces in a list and concatenate once behind the loop.',
}

export function dataFrames({ tree }: TreeProgram): Remark[] {
  const rows = nodesOf(tree, 'ForStatement').flatMap((loop) => {
    const call = iteratedBy(loop)
    return call && calledPath(tree, call).endsWith('.iterrows')
      ? remarkAt(ROWS, {
          at: call,
          message: 'Rows of a frame are gone through one by one.',
          cost: 'about 100 times an operation on columns',
        })
      : []
  })
  const growth = nodesOf(tree, 'AssignStatement').flatMap((statement) =>
    growsFrame(tree, statement) && loopAround(statement)
      ? remarkAt(GROWTH, {
          at: statement,
          message: 'A table grows in each round, and all of it is copied each time.',
          cost: 'O(n²) in the number of rows',
        })
      : [],
  )
  return [...rows, ...growth]
}

const COPYING = ['pandas.concat', 'numpy.append', 'numpy.concatenate', 'numpy.vstack', 'numpy.hstack']

/** `all = pd.concat([all, part])`, `all = all.append(part)`, and the same with arrays. */
function growsFrame(tree: Tree, { children }: Node): boolean {
  const [target, , call] = children
  if (children.length !== 3 || target?.type !== 'VariableName' || call?.type !== 'CallExpression') return false
  const name = textOf(tree, target)
  const path = calledPath(tree, call)
  // A list's append returns None: only a frame's result is assigned.
  if (path === `${name}.append`) return true
  if (!COPYING.includes(path)) return false
  return argumentsOf(tree, call).some(({ value }) =>
    [value, ...value.children].some((part) => part.type === 'VariableName' && textOf(tree, part) === name),
  )
}
