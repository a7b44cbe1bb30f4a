import { type Node, type Tree, textOf } from '../../../language/tree/tree.ts'
import { attributeValues } from './attribute-values.ts'
import { calledPath } from './called-path.ts'
import { isListParameter } from './parameter-kind.ts'
import { scopeOf, usesOf } from './scope.ts'

export type Kind = 'list' | 'string' | 'frame' | 'other'

const BY_NODE: Record<string, Kind> = {
  ArrayExpression: 'list',
  ArrayComprehensionExpression: 'list',
  String: 'string',
  FormatString: 'string',
  ContinuedString: 'string',
}

const BY_CALL: Record<string, Kind> = {
  list: 'list',
  sorted: 'list',
  str: 'string',
  'pandas.DataFrame': 'frame',
  'pandas.concat': 'frame',
  'pandas.read_csv': 'frame',
}

const BY_METHOD: Record<string, Kind> = {
  split: 'list',
  splitlines: 'list',
  readlines: 'list',
  join: 'string',
  strip: 'string',
  lower: 'string',
  upper: 'string',
}

/** The kind of value that an expression surely has; undefined when it is not certain. */
export function kindOf(tree: Tree, expression: Node): Kind | undefined {
  if (expression.type === 'VariableName') return kindOfName(tree, expression)
  if (expression.type === 'MemberExpression') return kindOfAttribute(tree, expression)
  return kindOfValue(tree, expression)
}

function kindOfValue(tree: Tree, value: Node): Kind | undefined {
  const plain = BY_NODE[value.type]
  // A byte string is no string: building one has other costs.
  if (plain === 'string') return /^[rRuUfF]*['"]/.test(textOf(tree, value).slice(0, 3)) ? 'string' : 'other'
  if (plain) return plain
  if (value.type === 'CallExpression') {
    const path = calledPath(tree, value)
    return BY_CALL[path] ?? (path.includes('.') ? BY_METHOD[path.slice(path.lastIndexOf('.') + 1)] : undefined)
  }
  if (value.type === 'BinaryExpression' && value.children[1]?.type === 'ArithOp') {
    const [left, , right] = value.children
    const operator = textOf(tree, value.children[1])
    if (operator === '*' && left?.type === 'ArrayExpression') return 'list'
    if (operator === '+' && left && right) return kindOfValue(tree, right) ?? kindOfValue(tree, left)
  }
  return ['SetExpression', 'DictionaryExpression', 'Number', 'Boolean', 'TupleExpression'].includes(value.type)
    ? 'other'
    : undefined
}

/** The one kind of all values assigned to the attribute. */
function kindOfAttribute(tree: Tree, attribute: Node): Kind | undefined {
  const kinds = new Set(
    attributeValues(tree, attribute)
      .slice(0, 50)
      .map((value) => kindOfValue(tree, value)),
  )
  const [kind] = kinds
  return kinds.size === 1 ? kind : undefined
}

const knownNames = new WeakMap<Node, Map<string, Kind | undefined>>()

/** The function that assigns the name; else the module. */
export function homeOf(tree: Tree, name: Node): Node {
  const scope = scopeOf(tree, name)
  return assignedValues(tree, { scope, name: textOf(tree, name) }).length > 0 ? scope : tree.root
}

/** The one kind of all values assigned to the name; values from `for`, `with` and most parameters are unknown. */
function kindOfName(tree: Tree, name: Node): Kind | undefined {
  const scope = homeOf(tree, name)
  const names = knownNames.get(scope) ?? new Map<string, Kind | undefined>()
  knownNames.set(scope, names)
  const text = textOf(tree, name)
  if (!names.has(text)) names.set(text, kindOfValues(tree, { scope, name: text }))
  return names.get(text)
}

function kindOfValues(tree: Tree, { scope, name }: { scope: Node; name: string }): Kind | undefined {
  const values = assignedValues(tree, { scope, name })
  const [first] = usesOf(tree, { scope, name })
  if (values.length === 1 && first && isListParameter(tree, first)) return 'list'
  if (values.includes(undefined)) return undefined
  // `x = x + …` keeps the kind of `x`.
  const own = values.filter((value) => value && !isGrown({ tree, name, value }))
  const kinds = new Set(own.map((value) => value && kindOfValue(tree, value)))
  const [kind] = kinds
  return kinds.size === 1 ? kind : undefined
}

function isGrown({ tree, name, value }: { tree: Tree; name: string; value: Node }): boolean {
  let first = value
  while (first.type === 'BinaryExpression' && first.children[0]) first = first.children[0]
  return first !== value && textOf(tree, first) === name
}

/** More names in one statement are data, not variables. */
const MOST_TARGETS = 50

const knownValues = new WeakMap<Node, Map<string, (Node | undefined)[]>>()

/** The values that a function assigns to a name; undefined for a value that is not written as one expression. */
export function assignedValues(tree: Tree, { scope, name }: { scope: Node; name: string }): (Node | undefined)[] {
  const names = knownValues.get(scope) ?? new Map<string, (Node | undefined)[]>()
  knownValues.set(scope, names)
  const values = names.get(name) ?? usesOf(tree, { scope, name }).flatMap(valuesAt)
  names.set(name, values)
  return values
}

/** The values that this use of a name assigns to it. */
function valuesAt(use: Node): (Node | undefined)[] {
  const { parent } = use
  if (!parent) return []
  const { type, children } = parent
  if (children.length > MOST_TARGETS) return [undefined]
  if (type === 'AssignStatement') return valueFor(use, children)
  if (type === 'ParamList' || type === 'ScopeStatement' || type === 'NamedExpression') return [undefined]
  if (type === 'TupleExpression' && parent.parent?.type === 'AssignStatement') return [undefined]
  const at = children.indexOf(use)
  const isTarget = type === 'ForStatement' && children.findIndex((child) => child.type === 'in') > at
  return isTarget || children[at - 1]?.type === 'as' ? [undefined] : []
}

function valueFor(use: Node, children: readonly Node[]): (Node | undefined)[] {
  const operatorAt = children.findIndex(({ type }) => type === 'AssignOp')
  const at = children.indexOf(use)
  if (operatorAt === -1 || at > operatorAt) return []
  const isAlone =
    children.length === operatorAt + 2 && at === 0 && (operatorAt === 1 || children[1]?.type === 'TypeDef')
  return [isAlone ? children[operatorAt + 1] : undefined]
}
