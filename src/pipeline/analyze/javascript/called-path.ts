import { type Node, type Tree, textOf } from '../../../language/tree/tree.ts'

/** The path that a call or `new` names, such as `JSON.parse`; `?` stands for a part that is no name: `rows().sort()` is `?.sort`. */
export function calledPath(tree: Tree, call: Node): string {
  const callee = call.type === 'NewExpression' ? call.children[1] : call.children[0]
  return callee && (call.type === 'CallExpression' || call.type === 'NewExpression') ? pathOf(tree, callee) : '?'
}

function pathOf(tree: Tree, node: Node): string {
  if (node.type === 'VariableName' || node.type === 'this' || node.type === 'super') return textOf(tree, node)
  const [object, dot, property] = node.children
  if (node.type !== 'MemberExpression' || !object || !dot || dot.type === '[' || !property) return '?'
  return property.type === 'PropertyName' ? `${pathOf(tree, object)}.${textOf(tree, property)}` : '?'
}

/** The last step of the path: `sort` for `rows().sort()`. */
export const calledName = (tree: Tree, call: Node): string => {
  const path = calledPath(tree, call)
  return path.slice(path.lastIndexOf('.') + 1)
}

/** The object of a method call: `rows()` in `rows().sort()`. */
export function calledObject(call: Node): Node | undefined {
  const [callee] = call.children
  return callee?.type === 'MemberExpression' ? callee.children[0] : undefined
}
