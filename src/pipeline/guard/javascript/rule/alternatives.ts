import { bare, partsOf, sidesOf } from '../../../../language/javascript/nodes.ts'
import type { Node } from '../../../../language/tree/tree.ts'
import type { JavaScriptProgram } from '../program.ts'

/** Every possible result of a choice: both branches of `a ? b : c`, both sides of `a || b`, all elements of a list. */
export function alternatives(program: JavaScriptProgram, from: Node, depth = 0): Node[] {
  const node = program.follow(from)
  if (depth > 10) return [node]
  const branches = branchesOf(node)
  if (branches) return branches.flatMap((branch) => alternatives(program, branch, depth + 1))
  const choices = program.choicesOf(node)
  return choices.length > 0 ? choices.map((choice) => program.follow(choice)) : [node]
}

function branchesOf(node: Node): Node[] | undefined {
  if (node.type === 'ConditionalExpression')
    return partsOf(node)
      .filter(({ type }) => type !== 'LogicOp')
      .slice(1)
      .map(bare)
  const sides = node.type === 'BinaryExpression' ? sidesOf(node) : undefined
  return sides?.sign.type === 'LogicOp' ? [sides.left, sides.right] : undefined
}
