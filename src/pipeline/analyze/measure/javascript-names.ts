import { indexIn } from '../../../language/tree/index-in.ts'
import { childOf, type Node, type Tree, textOf } from '../../../language/tree/tree.ts'

const MOST_LENGTH = 60
const OWN_NAMES = ['VariableDefinition', 'PropertyDefinition', 'PrivatePropertyDefinition']
const KEYS = ['PropertyDefinition', 'PrivatePropertyDefinition', 'String', 'Number']

/** The function's own name, the name it is assigned to, or the name of the call that takes it. */
export function nameOfFunction(node: Node, tree: Tree): string | undefined {
  const assigned = assignedName(node, tree)
  if (assigned !== undefined) return assigned
  const { parent } = node
  if (parent?.type === 'ExportDeclaration') return 'default'
  const callee = parent?.type === 'ArgList' ? parent.parent?.children[0] : undefined
  return callee && isPath(callee) ? `${briefly(tree, callee)} callback` : undefined
}

/** The name by which the rest of the program knows the function. */
export function assignedName(node: Node, tree: Tree): string | undefined {
  const own = childOf(node, ...OWN_NAMES) ?? (node.type === 'Property' ? childOf(node, ...KEYS) : undefined)
  if (own) return bare(briefly(tree, own))
  const { parent } = node
  if (!parent) return undefined
  if (parent.type === 'Property' || parent.type === 'PropertyDeclaration') {
    const key = childOf(parent, ...KEYS)
    return key && bare(briefly(tree, key))
  }
  if (parent.type !== 'VariableDeclaration' && parent.type !== 'AssignmentExpression') return undefined
  const at = indexIn(parent, node)
  if (parent.children[at - 1]?.type !== 'Equals') return undefined
  const target = parent.children[at - 2]
  const name = target?.type === 'TypeAnnotation' ? parent.children[at - 3] : target
  return name && isPath(name) ? briefly(tree, name) : undefined
}

/** The name of a class, or of an object with functions in it. */
export function holderName(node: Node, tree: Tree): string | undefined {
  return node.type === 'ObjectExpression' && node.parent?.type === 'ParamList' ? undefined : assignedName(node, tree)
}

const isPath = ({ type, children }: Node): boolean =>
  type === 'VariableDefinition' || type === 'VariableName' || (type === 'MemberExpression' && children.length > 0)

const briefly = (tree: Tree, node: Node): string => {
  const text = textOf(tree, node).split('\n', 1)[0] ?? ''
  return text.length > MOST_LENGTH ? `${text.slice(0, MOST_LENGTH)}…` : text
}

const bare = (name: string): string => (/^['"]/.test(name) ? name.slice(1, -1) : name)
