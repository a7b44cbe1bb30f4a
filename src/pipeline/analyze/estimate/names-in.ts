import { type Node, type Tree, textOf, walk } from '../../../language/tree/tree.ts'

const NAMES = new Set(['VariableName', 'VariableDefinition'])

/** Names of variables in a piece of code, in its order. */
export function namesIn(from: Node, tree: Tree): string[] {
  if (from.children.length === 0) return NAMES.has(from.type) ? [textOf(tree, from)] : []
  const names: string[] = []
  for (const node of walk(from)) if (NAMES.has(node.type)) names.push(textOf(tree, node))
  return names
}
