import { type Node, type Tree, textOf } from '../../tree/tree.ts'

export type Use = 'read' | 'write' | 'both'

/** The use of the name at this node; undefined when it is no name of a variable. */
export function useAt(tree: Tree, node: Node): Use | undefined {
  const { type, parent } = node
  if (!parent) return undefined
  if (type === 'VariableName') return useOfName(tree, { node, parent })
  if (type === 'TypeName') return 'read'
  if (type === 'JSXIdentifier')
    return parent.type === 'JSXAttribute' || parent.type === 'JSXBuiltin' ? undefined : 'read'
  // `{ name }` reads the variable of that name.
  if (type === 'PropertyDefinition')
    return parent.type === 'Property' && parent.children.length === 1 ? 'read' : undefined
  // A pattern that is assigned to; in a partial tree it may as well be a literal.
  return type === 'VariableDefinition' ? (tree.isPartial ? 'both' : 'write') : undefined
}

function useOfName(tree: Tree, { node, parent }: { node: Node; parent: Node }): Use {
  const isFirst = parent.children[0] === node
  if (parent.type === 'AssignmentExpression' && isFirst) return parent.children[1]?.type === 'Equals' ? 'write' : 'both'
  if (parent.type === 'ForOfSpec' || parent.type === 'ForInSpec') {
    const isTarget = parent.children[1] === node
    return isTarget ? 'write' : 'read'
  }
  const operator = isFirst ? parent.children[1] : parent.children[0]
  const isStep = parent.type === 'PostfixExpression' || parent.type === 'UnaryExpression'
  return isStep && operator && ['++', '--'].includes(textOf(tree, operator)) ? 'both' : 'read'
}
