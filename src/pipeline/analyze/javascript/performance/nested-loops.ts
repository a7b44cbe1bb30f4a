import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { childOf, type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { iteratedBy, loopAround } from '../loop.ts'

const RULE: RemarkRule = {
  rule: 'javascript/nested-loops',
  family: 'performance',
  severity: 'info',
  why: 'Twice the data means four times the work.',
  remedy: 'Put the elements into a Map or Set by what is compared, and look them up.',
}

/** Finds a loop over the same data as a loop around it. */
export function nestedLoops({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'ForStatement').flatMap((loop) => {
    const data = dataOf(tree, loop)
    if (!data) return []
    let outer = loopAround(tree, loop)
    while (outer && dataOf(tree, outer) !== data) outer = loopAround(tree, outer)
    const head = childOf(loop, 'ForSpec', 'ForOfSpec')
    if (!outer || !head) return []
    return remarkAt(RULE, {
      at: { start: loop.start, end: head.end },
      message: `\`${data}\` is gone through once for each of its own elements.`,
      cost: `O(n²) in the length of ${data}`,
    })
  })
}

/** `rows` for `for (const row of rows)`, and for a counter that runs up to `rows.length`. */
function dataOf(tree: Tree, loop: Node): string | undefined {
  const condition = childOf(loop, 'ForSpec')?.children.find(({ type }) => type === 'BinaryExpression')
  const data = condition ? condition.children[2] : iteratedBy(loop)
  if (!data || data.end - data.start > 60) return undefined
  const text = textOf(tree, data)
  if (condition) return text.endsWith('.length') ? text.slice(0, -'.length'.length) : undefined
  return data.type === 'VariableName' || data.type === 'MemberExpression' ? text : undefined
}
