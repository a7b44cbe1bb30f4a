import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'

const ANY: RemarkRule = {
  rule: 'typescript/any',
  family: 'practice',
  severity: 'info',
  why: 'any turns the checks off for everything that it touches.',
  remedy: 'Name the type, or use unknown and look before using the value.',
}
const ASSERTED: RemarkRule = {
  rule: 'typescript/non-null-chain',
  family: 'practice',
  severity: 'low',
  why: 'Each `!` is a promise that nobody checks; when it does not hold, the program fails here.',
  remedy: 'Use `?.`, or test the value once before.',
}

/** Finds places where TypeScript is told not to check. */
export function uncheckedValues({ tree, language }: TreeProgram): Remark[] {
  if (language !== 'typescript') return []
  return [
    ...nodesOf(tree, 'TypeName').flatMap((node) =>
      textOf(tree, node) === 'any' ? remarkAt(ANY, { at: node, message: 'A value of type any is not checked.' }) : [],
    ),
    ...nodesOf(tree, 'PostfixExpression').flatMap((node) =>
      isAssertion(tree, node) && hasAssertionInside(tree, node)
        ? remarkAt(ASSERTED, { at: node, message: 'Several values in a row are said to be there.' })
        : [],
    ),
  ]
}

const isAssertion = (tree: Tree, { type, children }: Node): boolean =>
  type === 'PostfixExpression' && children[1] !== undefined && textOf(tree, children[1]) === '!'

/** Reported once per chain: at the second `!`. */
function hasAssertionInside(tree: Tree, node: Node): boolean {
  let count = 0
  for (let inner = node.children[0]; inner && count < 2; inner = inner.children[0])
    if (isAssertion(tree, inner)) count += 1
  return count === 1
}
