import { type Node, type Tree, textOf } from '../../../language/tree/tree.ts'
import { importedNames } from './imported-names.ts'

/**
 * The path that a call names, with imported names spelled out: `re.compile` for `from re import compile as c; c()`. `?`
 * stands for a part that is no name: the path of `rows().sort()` is `?.sort`.
 */
export function calledPath(tree: Tree, call: Node): string {
  return call.type === 'CallExpression' && call.children[0] ? pathOf(tree, call.children[0]) : '?'
}

/** The path that any expression names. */
export function pathOf(tree: Tree, node: Node): string {
  if (node.type === 'VariableName') {
    const name = textOf(tree, node)
    return importedNames(tree).get(name) ?? name
  }
  const [object, dot, property] = node.children
  if (node.type !== 'MemberExpression' || !object || dot?.type !== '.' || !property) return '?'
  return `${pathOf(tree, object)}.${textOf(tree, property)}`
}
