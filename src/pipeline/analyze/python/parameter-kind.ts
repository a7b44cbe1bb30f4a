import { type Node, type Tree, textOf } from '../../../language/tree/tree.ts'

/** Whether a parameter is a list, by its annotation or by its name. */
export function isListParameter(tree: Tree, parameter: Node): boolean {
  const siblings = parameter.parent?.type === 'ParamList' ? parameter.parent.children.slice(0, 100) : []
  const annotation = siblings[siblings.indexOf(parameter) + 1]
  if (!siblings.includes(parameter)) return false
  if (annotation?.type === 'TypeDef')
    return /^:\s*(?:list|List|typing\.List|Sequence)\b/.test(textOf(tree, annotation).slice(0, 40))
  return /^(?:lst|list)\d?$|_(?:list|lst)\d?$/.test(textOf(tree, parameter))
}
