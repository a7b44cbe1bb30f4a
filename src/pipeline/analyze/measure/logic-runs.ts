import type { Node } from '../../../language/tree/tree.ts'

export type OperatorOf = (node: Node) => string | undefined

/**
 * The number of runs of like operators in a logical expression: `a && b && c || d` has two. It is counted at the outermost
 * operator, and zero at inner ones. Brackets do not end a run, a negation does.
 */
export function logicRuns(node: Node, operatorOf: OperatorOf): number {
  if (operatorOf(node) === undefined || isInside(node, operatorOf)) return 0
  let [runs, last] = [0, '']
  const follow = (part: Node | undefined) => {
    const bare = part && withoutBrackets(part)
    const operator = bare && operatorOf(bare)
    if (!operator) return
    follow(bare.children[0])
    if (operator !== last) runs += 1
    last = operator
    follow(bare.children.at(-1))
  }
  follow(node)
  return runs
}

function isInside(node: Node, operatorOf: OperatorOf): boolean {
  let outer = node.parent
  while (outer?.type === 'ParenthesizedExpression') outer = outer.parent
  return outer !== undefined && operatorOf(outer) !== undefined
}

function withoutBrackets(node: Node): Node {
  let inner = node
  while (inner.type === 'ParenthesizedExpression' && inner.children[1]) inner = inner.children[1]
  return inner
}
