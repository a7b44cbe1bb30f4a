import { childOf, type Node, type Tree, textOf } from '../../../language/tree/tree.ts'

/** An argument of a call; `name` for a keyword argument, `isSpread` for `*rows` and `**options`. */
export interface Argument {
  name?: string
  value: Node
  isSpread: boolean
}

export function argumentsOf(tree: Tree, call: Node): Argument[] {
  const nodes = childOf(call, 'ArgList')?.children.filter(({ type }) => type !== 'Comment') ?? []
  const found: Argument[] = []
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at] as Node
    if (['(', ')', ',', '*', '**', '⚠'].includes(node.type)) continue
    const isSpread = nodes[at - 1]?.type === '*' || nodes[at - 1]?.type === '**'
    const value = nodes[at + 1]?.type === 'AssignOp' ? nodes[at + 2] : undefined
    if (value) {
      found.push({ name: textOf(tree, node), value, isSpread: false })
      at += 2
    } else found.push({ value: node, isSpread })
  }
  return found
}
