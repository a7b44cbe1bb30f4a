import { partsOf, siblingOf } from '../../../../language/javascript/nodes.ts'
import type { Binding as Declared } from '../../../../language/javascript/scope/scope.ts'
import { scopesOf } from '../../../../language/javascript/scope/scopes-of.ts'
import { type Node, type Tree, textOf, walk } from '../../../../language/tree/tree.ts'
import { moduleName } from './module-name.ts'
import { isGlobal } from './sources.ts'

/** One name of a program, with every value that it ever gets. */
export interface Binding {
  name: string
  kind: 'variable' | 'parameter' | 'import' | 'function' | 'class' | 'element' | 'caught'
  /** Its values; the path leads into the value when a pattern takes it apart, `*` is any place. */
  values: { node: Node; path: readonly string[]; isAdded?: boolean }[]
  /** Elements and properties that are put into it later. */
  contents: Node[]
  /** The node that defines it. */
  definition: Node
  /** Whether the program compares it with allowed values. */
  isValidated?: boolean
  /** For a parameter: the function, the index, and the path when a pattern takes it apart. */
  parameter?: { owner: Node; index: number; path: readonly string[] } | undefined
  /** For an import: the module, and the imported member. */
  module?: string | undefined
}

/** Looks names up as JavaScript does; a name that the program does not define has no binding. */
export interface Bindings {
  of(name: Node): Binding | undefined
}

export function bindNames(tree: Tree): Bindings {
  const scopes = scopesOf(tree)
  const declared = new Map<Declared, Binding>()
  /** Names that are assigned without being declared, which makes them variables of the whole program. */
  const implicit = new Map<string, Binding>()
  const of = (node: Node): Binding | undefined => {
    const found = scopes.find(node)
    return found ? declared.get(found) : implicit.get(textOf(tree, node))
  }
  const define: Define = (definition, { kind, values = [], parameter, module }) => {
    const known = of(definition)
    const name = textOf(tree, definition)
    const binding = known ?? { name, kind, values: [], contents: [], definition, parameter, module }
    for (const value of values) binding.values.push(value)
    const found = scopes.find(definition)
    if (found) declared.set(found, binding)
    else implicit.set(name, binding)
  }
  for (const node of walk(tree.root)) defineIn(tree, node, define)
  for (const node of walk(tree.root)) {
    const [target] = node.type === 'AssignmentExpression' ? node.children : []
    const isOwn = target?.type === 'VariableName' && !isGlobal(textOf(tree, target)) && !scopes.find(target)
    if (isOwn) define(target, { kind: 'variable' })
  }
  return { of }
}

type Details = Pick<Binding, 'kind'> & Partial<Pick<Binding, 'values' | 'parameter' | 'module'>>
type Define = (definition: Node, details: Details) => void

function defineIn(tree: Tree, node: Node, define: Define): void {
  if (node.type === 'VariableDeclaration') defineVariables(tree, node, define)
  else if (node.type === 'ParamList') defineParameters(tree, node, define)
  else if (node.type === 'ImportDeclaration') defineImports(tree, node, define)
  else if (node.type === 'ForOfSpec' || node.type === 'ForInSpec') defineElement(tree, node, define)
  else if (/^(?:Function|Class)(?:Declaration|Expression)$/.test(node.type)) {
    const kind = node.type.startsWith('Class') ? 'class' : 'function'
    for (const child of node.children)
      if (child.type === 'VariableDefinition') define(child, { kind, values: [{ node, path: [] }] })
  } else if (node.type === 'CatchClause') {
    for (const child of node.children) eachName(tree, child, [], (name) => define(name, { kind: 'caught' }))
  }
}

function defineVariables(tree: Tree, declaration: Node, define: Define): void {
  let pattern: Node | undefined
  for (const [index, child] of declaration.children.entries()) {
    if (isPattern(child)) {
      pattern = child
      eachName(tree, child, [], (name) => define(name, { kind: 'variable' }))
    } else if (child.type === 'Equals' && pattern) {
      const value = declaration.children[index + 1]
      if (!value) continue
      eachName(tree, pattern, [], (name, path) => define(name, { kind: 'variable', values: [{ node: value, path }] }))
    }
  }
}

function defineParameters(tree: Tree, list: Node, define: Define): void {
  const owner = list.parent
  if (!owner) return
  let index = 0
  for (const child of list.children) {
    if (child.type === ',') index += 1
    const place = index
    eachName(tree, child, [], (name, path) =>
      define(name, { kind: 'parameter', parameter: { owner, index: place, path } }),
    )
  }
}

function defineImports(tree: Tree, declaration: Node, define: Define): void {
  const from = declaration.children.find(({ type }) => type === 'String')
  const module = from && moduleName(textOf(tree, from).slice(1, -1))
  let before: Node | undefined
  for (const child of [...declaration.children, ...(declaration.children.find(isGroup)?.children ?? [])]) {
    if (child.type === 'VariableDefinition') {
      const isRenamed = before?.type === 'VariableName'
      const taken = isGroup(child.parent) ? textOf(tree, isRenamed && before ? before : child) : 'default'
      const name = module && (taken === 'default' ? module : `${module}.${taken}`)
      define(child, { kind: 'import', module: name, values: module ? [] : requiredBehind(declaration) })
    }
    if (child.type !== 'as') before = child
  }
}

const isGroup = (node: Node | undefined): boolean => node?.type === 'ImportGroup'

/** `import x = require('y')` is beyond the grammar, which reads a call behind a broken import. */
function requiredBehind(declaration: Node): Binding['values'] {
  const call = siblingOf(declaration, 1)?.children[0]
  return call?.type === 'CallExpression' ? [{ node: call, path: [] }] : []
}

function defineElement(tree: Tree, spec: Node, define: Define): void {
  const over = partsOf(spec).at(-1)
  const inside = spec.type === 'ForOfSpec' ? ['*'] : ['*key']
  for (const child of spec.children) {
    eachName(tree, child, inside, (name, path) =>
      define(name, { kind: 'element', values: over ? [{ node: over, path }] : [] }),
    )
  }
}

const isPattern = ({ type }: Node): boolean =>
  type === 'VariableDefinition' || type === 'ObjectPattern' || type === 'ArrayPattern'

type OnName = (name: Node, path: readonly string[]) => void

/** Every name that a pattern defines, with its path in the value. */
export function eachName(tree: Tree, pattern: Node, path: readonly string[], onName: OnName): void {
  if (pattern.type === 'VariableDefinition') onName(pattern, path)
  if (pattern.type === 'ArrayPattern') {
    let index = 0
    for (const child of pattern.children) {
      if (child.type === ',') index += 1
      eachName(tree, child, [...path, String(index)], onName)
    }
  }
  if (pattern.type !== 'ObjectPattern') return
  for (const property of pattern.children) {
    if (property.type !== 'PatternProperty') continue
    const [key, value] = partsOf(property)
    if (!key) continue
    const isRest = property.children[0]?.type === 'Spread'
    const isShort = key.type === 'VariableDefinition'
    const step = key.type === 'String' ? textOf(tree, key).slice(1, -1) : textOf(tree, key)
    if (isShort) onName(key, isRest ? path : [...path, step])
    else if (value) eachName(tree, value, [...path, step], onName)
  }
}
