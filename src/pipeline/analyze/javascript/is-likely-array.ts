import { scopesOf } from '../../../language/javascript/scope/scopes-of.ts'
import { type Node, type Tree, textOf } from '../../../language/tree/tree.ts'
import { kindOf } from './known-kind.ts'

const MANY = /^(?:arr|array|list)\w{0,20}$|(?:List|Array|[a-z]{3}s)\d?$/
const ONE = /(?:class|address|status|process|pass|access|ss|is|us|text|string)s?$/i

/** Whether an expression is an array, or a parameter that is one by its type or by a plural name. */
export function isLikelyArray(tree: Tree, expression: Node): boolean {
  if (kindOf(tree, expression) === 'array') return true
  const binding = expression.type === 'VariableName' ? scopesOf(tree).bindingAt(expression) : undefined
  const [definition] = binding?.kind === 'parameter' ? binding.definitions : []
  return definition !== undefined && isArrayParameter(tree, definition)
}

function isArrayParameter(tree: Tree, definition: Node): boolean {
  const siblings = definition.parent?.type === 'ParamList' ? definition.parent.children.slice(0, 100) : []
  const annotation = siblings[siblings.indexOf(definition) + 1]
  if (!siblings.includes(definition)) return false
  if (annotation?.type === 'TypeAnnotation')
    return /\[\]$|^:\s*(?:Readonly)?Array</.test(textOf(tree, annotation).slice(-60))
  const name = textOf(tree, definition)
  return MANY.test(name) && !ONE.test(name)
}
