import { scopesOf } from '../../../language/javascript/scope/scopes-of.ts'
import type { Node, Tree } from '../../../language/tree/tree.ts'
import { calledName, calledPath } from './called-path.ts'

export type Kind = 'array' | 'string' | 'other'

const BY_NODE: Record<string, Kind> = {
  ArrayExpression: 'array',
  String: 'string',
  TemplateString: 'string',
  Number: 'other',
  ObjectExpression: 'other',
  BooleanLiteral: 'other',
}
const ARRAY_METHODS = ['map', 'filter', 'flatMap', 'split', 'sort', 'toSorted', 'flat']
const ARRAY_PATHS = ['Array.from', 'Array.of', 'Array', 'Object.keys', 'Object.values', 'Object.entries']

/** The kind of value that an expression surely has; undefined when it is not certain. */
export function kindOf(tree: Tree, expression: Node): Kind | undefined {
  return expression.type === 'VariableName' ? kindOfName(tree, expression) : kindOfValue(tree, expression)
}

function kindOfValue(tree: Tree, value: Node): Kind | undefined {
  if (value.type === 'CallExpression' || value.type === 'NewExpression') {
    const path = calledPath(tree, value)
    if (ARRAY_PATHS.includes(path)) return 'array'
    if (value.type === 'NewExpression') return 'other'
    return path.includes('.') && ARRAY_METHODS.includes(calledName(tree, value)) ? 'array' : undefined
  }
  return BY_NODE[value.type]
}

/** The kind of the name's first value; a parameter is unknown. */
function kindOfName(tree: Tree, name: Node): Kind | undefined {
  const binding = scopesOf(tree).bindingAt(name)
  const [definition, ...more] = binding?.definitions ?? []
  const value = definition && more.length === 0 ? firstValue(definition) : undefined
  return value && kindOfValue(tree, value)
}

/** The value in `const name = value`; undefined for patterns. */
export function firstValue(definition: Node): Node | undefined {
  const siblings = definition.parent?.type === 'VariableDeclaration' ? definition.parent.children : []
  if (siblings.length > 200) return undefined
  const at = siblings.indexOf(definition)
  const equals = siblings[at + 1]?.type === 'TypeAnnotation' ? at + 2 : at + 1
  return at !== -1 && siblings[equals]?.type === 'Equals' ? siblings[equals + 1] : undefined
}
