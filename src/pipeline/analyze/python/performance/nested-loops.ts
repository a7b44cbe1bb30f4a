import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { type Node, type Tree, textOf, walk } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { assignedValues, kindOf } from '../known-kind.ts'
import { iteratedBy, loopsAround, targetsOf } from '../loop.ts'
import { scopeOf } from '../scope.ts'

const RULE: Omit<RemarkRule, 'severity'> = {
  rule: 'python/nested-loops',
  family: 'performance',
  why: 'Twice the data means four times the work.',
  remedy:
    'Put the elements into a dict or set by what is compared and look them up, or use itertools.combinations for pairs.',
}

/** Finds a loop over the same data as a loop around it. */
export function nestedLoops({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'ForStatement').flatMap((loop) => {
    const data = dataOf(tree, loop)
    const outer =
      data && loopsAround(loop).find((around) => around.type === 'ForStatement' && dataOf(tree, around) === data)
    if (!data || !outer) return []
    const isSearch = comparesElements({ tree, loop, outer })
    const head = { start: loop.start, end: iteratedBy(loop)?.end ?? loop.start }
    return remarkAt(
      { ...RULE, severity: isSearch ? 'medium' : 'info' },
      {
        at: head,
        message: isSearch
          ? `Each element of \`${data}\` is compared with each other one to find those that are equal.`
          : `\`${data}\` is gone through once for each of its own elements.`,
        cost: `O(n²) in the length of ${data}`,
      },
    )
  })
}

/** `rows` for `for row in rows`, `for i in range(len(rows))` and `for i, row in enumerate(rows)`. */
function dataOf(tree: Tree, loop: Node): string | undefined {
  const iterated = iteratedBy(loop)
  if (!iterated) return undefined
  if (iterated.type === 'VariableName') return isIterator(tree, iterated) ? undefined : textOf(tree, iterated)
  const text = textOf(tree, iterated).slice(0, 200)
  const inside = /^(?:enumerate\(|range\(\s*(?:[\w +-]{1,20},\s*)?len\()([\w.]{1,60})\)/.exec(text)?.[1]
  return inside ?? (/^[\w.]{1,60}$/.test(text) ? text : undefined)
}

/** Two loops over one iterator share its elements, so that together they go through it once. */
const isIterator = (tree: Tree, name: Node): boolean =>
  assignedValues(tree, { scope: scopeOf(tree, name), name: textOf(tree, name) })
    .slice(0, 20)
    .some((value) => value?.type === 'CallExpression' && kindOf(tree, value) !== 'list')

/** Whether an element of one loop is compared with an element of the other. */
function comparesElements({ tree, loop, outer }: { tree: Tree; loop: Node; outer: Node }): boolean {
  const inner = new Set(targetsOf(tree, loop).map((node) => textOf(tree, node)))
  const around = new Set(targetsOf(tree, outer).map((node) => textOf(tree, node)))
  const mentions = (node: Node, names: Set<string>): boolean =>
    Array.from(walk(node)).some(
      ({ type, start, end }) => type === 'VariableName' && names.has(tree.source.slice(start, end)),
    )
  for (const node of walk(loop)) {
    const [left, operator, right] = node.children
    if (node.type !== 'BinaryExpression' || !left || !right || operator?.type !== 'CompareOp') continue
    if (textOf(tree, operator) !== '==' || (left.type === 'VariableName' && isIndex(tree, loop))) continue
    if ((mentions(left, inner) && mentions(right, around)) || (mentions(left, around) && mentions(right, inner)))
      return true
  }
  return false
}

/** `if i == j` compares indexes, not elements. */
const isIndex = (tree: Tree, loop: Node): boolean => textOf(tree, iteratedBy(loop) ?? loop).startsWith('range(')
