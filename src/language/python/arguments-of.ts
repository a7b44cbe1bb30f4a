import { childOf, type Node, type Tree, textOf } from '../tree/tree.ts'

/** An argument of a call; `name` for a keyword argument, `spread` for `*rows` and `**options`. */
export interface Argument {
  name?: string
  value: Node
  spread: '' | '*' | '**'
  /** The offset of the name, where there is one. */
  start: number
}

export const argumentsOf = (tree: Tree, call: Node): Argument[] => argumentsIn(tree, childOf(call, 'ArgList'))

/** The arguments between the parentheses of a call or class. */
export function argumentsIn(tree: Tree, list: Node | undefined): Argument[] {
  const nodes = list?.children.filter(({ type }) => type !== 'Comment') ?? []
  const found: Argument[] = []
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at] as Node
    if (['(', ')', ',', '*', '**', '⚠'].includes(node.type)) continue
    const { start } = node
    const before = nodes[at - 1]?.type
    const spread = before === '*' || before === '**' ? before : ''
    const value = nodes[at + 1]?.type === 'AssignOp' ? nodes[at + 2] : undefined
    if (value) {
      found.push({ name: textOf(tree, node), value, spread: '', start })
      at += 2
    } else found.push({ value: node, spread, start })
  }
  return found
}
