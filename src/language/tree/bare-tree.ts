import { type Node, type Tree, walk } from './tree.ts'

const COMMENTS = new Set(['Comment', 'LineComment', 'BlockComment'])
const isComment = ({ type }: Node): boolean => COMMENTS.has(type)

/** The tree without comments: they may stand between any two parts of a program, and mean nothing to it. */
export function bareTree(tree: Tree): Tree {
  for (const node of walk(tree.root)) if (isComment(node)) return { ...tree, root: copyOf(tree.root, undefined) }
  return tree
}

function copyOf(node: Node, parent: Node | undefined): Node {
  const children: Node[] = []
  const copy = { ...node, parent, children }
  for (const child of node.children) if (!isComment(child)) children.push(copyOf(child, copy))
  return copy
}
