import { type Node, type Tree, textOf } from '../../language/tree/tree.ts'

/** `a + b`, of which the trees of Python and JavaScript have the same nodes. */
export const isSum = (tree: Tree, { type, children }: Node): boolean =>
  type === 'BinaryExpression' && children[1]?.type === 'ArithOp' && textOf(tree, children[1]) === '+'
