import { type Node, type Tree, walk } from './tree.ts'

const known = new WeakMap<Tree, Map<string, Node[]>>()

/** All nodes of these types, in the order of the source for each type. All callers share one walk of the tree. */
export function nodesOf(tree: Tree, ...types: string[]): Node[] {
  let byType = known.get(tree)
  if (!byType) {
    byType = sortNodes(tree)
    known.set(tree, byType)
  }
  return types.flatMap((type) => byType.get(type) ?? [])
}

function sortNodes(tree: Tree): Map<string, Node[]> {
  const byType = new Map<string, Node[]>()
  for (const node of walk(tree.root)) {
    const same = byType.get(node.type)
    if (same) same.push(node)
    else byType.set(node.type, [node])
  }
  return byType
}
