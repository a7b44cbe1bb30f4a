import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { kindOf } from '../known-kind.ts'
import { loopAround } from '../loop.ts'
import { scopeOf, usesOf } from '../scope.ts'

const STRING: RemarkRule = {
  rule: 'python/string-building-in-loop',
  family: 'performance',
  severity: 'low',
  why: 'A string cannot grow: unless the interpreter finds a way around, all of it is copied in each round.',
  remedy: "Gather the pieces in a list and put them together once with ''.join(pieces).",
}
const LIST: RemarkRule = {
  rule: 'python/list-concatenation-in-loop',
  family: 'performance',
  severity: 'medium',
  why: '`+` makes a new list from all elements of both sides in each round.',
  remedy: 'Use append or extend, which grow the list in its place.',
}

/** Finds values that are copied whole in each round only to get a little longer. */
export function growthInLoops({ tree }: TreeProgram): Remark[] {
  return [
    ...nodesOf(tree, 'UpdateStatement').flatMap((node) => update(tree, node)),
    ...nodesOf(tree, 'AssignStatement').flatMap((node) => assignment(tree, node)),
  ]
}

function update(tree: Tree, statement: Node): Remark[] {
  const [target, operator] = statement.children
  if (target?.type !== 'VariableName' || !operator || textOf(tree, operator) !== '+=') return []
  if (!isOutsideValue(tree, target) || kindOf(tree, target) !== 'string') return []
  return [stringRemark(statement, textOf(tree, target))]
}

/** `x = x + y`. */
function assignment(tree: Tree, statement: Node): Remark[] {
  const [target, , sum] = statement.children
  if (statement.children.length !== 3 || target?.type !== 'VariableName' || sum?.type !== 'BinaryExpression') return []
  const [first, operator, added] = sum.children
  if (!added || operator?.type !== 'ArithOp' || textOf(tree, operator) !== '+') return []
  const name = textOf(tree, target)
  if (textOf(tree, leftmost(sum)) !== name || !isOutsideValue(tree, target)) return []
  const kind = kindOf(tree, target)
  if (kind === 'string') return [stringRemark(statement, name)]
  if (kind !== 'list') return []
  return [
    remarkAt(LIST, {
      at: statement,
      message: `\`${name}\` is made anew in each round.`,
      cost: `O(n²) in the length of ${name}`,
      fix:
        first?.type === 'VariableName'
          ? { title: 'Extend the list in its place', edits: [{ start: target.end, end: added.start, text: ' += ' }] }
          : undefined,
    }),
  ]
}

const stringRemark = (statement: Node, name: string): Remark =>
  remarkAt(STRING, {
    at: statement,
    message: `\`${name}\` grows by a piece in each round.`,
    cost: `up to O(n²) in the length of ${name}`,
  })

/** More uses than this are not read. */
const MOST_USES = 200

/** Whether the value existed before the loop: a value that each round begins anew does not grow. */
function isOutsideValue(tree: Tree, target: Node): boolean {
  const loop = loopAround(target)
  if (!loop) return false
  const uses = usesOf(tree, { scope: scopeOf(tree, target), name: textOf(tree, target) }).slice(0, MOST_USES)
  return !uses.some((use) => use.start > loop.start && use.end <= loop.end && isBeginning(tree, use))
}

/** Whether the name is assigned a value that does not begin with the name itself. */
function isBeginning(tree: Tree, use: Node): boolean {
  const [target, , value] = use.parent?.type === 'AssignStatement' ? use.parent.children : []
  return target === use && value !== undefined && textOf(tree, leftmost(value)) !== textOf(tree, use)
}

function leftmost(sum: Node): Node {
  let node = sum
  while (node.type === 'BinaryExpression' && node.children[0]) node = node.children[0]
  return node
}
