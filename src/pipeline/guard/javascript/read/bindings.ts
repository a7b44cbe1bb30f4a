import { type Node, type Tree, textOf, walk } from '../../../../language/tree/tree.ts'
import { moduleName } from './module-name.ts'
import { isFunction, partsOf, siblingOf } from './nodes.ts'
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

const SCOPES = new Set(['Block', 'ForStatement', 'CatchClause', 'ClassBody', 'SwitchBody'])

export function bindNames(tree: Tree): Bindings {
  const scopes = new Map<Node, Map<string, Binding>>()
  const define: Define = (definition, details) => {
    const name = textOf(tree, definition)
    const own = details.isHoisted ? functionScope(definition) : scopeOf(definition, details.kind)
    const home = details.isShared ? tree.root : own
    const names = scopes.get(home) ?? new Map<string, Binding>()
    scopes.set(home, names)
    const { kind, values = [], parameter, module } = details
    const known = names.get(name)
    if (known) for (const value of values) known.values.push(value)
    else names.set(name, { name, kind, values: [...values], contents: [], definition, parameter, module })
  }
  for (const node of walk(tree.root)) defineIn(tree, node, define)
  const found = new Map<Node, Binding | undefined>()
  const look = (node: Node): Binding | undefined => {
    const name = textOf(tree, node)
    for (let scope: Node | undefined = node; scope; scope = scope.parent) {
      const binding = scopes.get(scope)?.get(name)
      if (binding) return binding
    }
    return undefined
  }
  defineImplicit(tree, { look, define })
  return {
    of(node) {
      if (!found.has(node)) found.set(node, look(node))
      return found.get(node)
    },
  }
}

/** A name that is assigned without being declared is a variable of the whole program. */
function defineImplicit(tree: Tree, { look, define }: { look(node: Node): Binding | undefined; define: Define }): void {
  for (const node of walk(tree.root)) {
    const [target] = node.type === 'AssignmentExpression' ? node.children : []
    if (target?.type !== 'VariableName' || isGlobal(textOf(tree, target)) || look(target)) continue
    define(target, { kind: 'variable', isShared: true })
  }
}

type Details = Pick<Binding, 'kind'> &
  Partial<Pick<Binding, 'values' | 'parameter' | 'module'>> & { isHoisted?: boolean; isShared?: boolean }
type Define = (definition: Node, details: Details) => void

function defineIn(tree: Tree, node: Node, define: Define): void {
  if (node.type === 'VariableDeclaration') defineVariables(tree, node, define)
  else if (node.type === 'ParamList') defineParameters(tree, node, define)
  else if (node.type === 'ImportDeclaration') defineImports(tree, node, define)
  else if (node.type === 'ForOfSpec' || node.type === 'ForInSpec') defineElement(tree, node, define)
  else if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') {
    const kind = node.type === 'ClassDeclaration' ? 'class' : 'function'
    for (const child of node.children)
      if (child.type === 'VariableDefinition') define(child, { kind, values: [{ node, path: [] }] })
  } else if (node.type === 'CatchClause') {
    for (const child of node.children) eachName(tree, child, [], (name) => define(name, { kind: 'caught' }))
  }
}

function defineVariables(tree: Tree, declaration: Node, define: Define): void {
  const isHoisted = declaration.children[0]?.type === 'var'
  let pattern: Node | undefined
  for (const [index, child] of declaration.children.entries()) {
    if (isPattern(child)) {
      pattern = child
      eachName(tree, child, [], (name) => define(name, { kind: 'variable', isHoisted }))
    } else if (child.type === 'Equals' && pattern) {
      const value = declaration.children.slice(index + 1).find(({ type }) => !type.endsWith('Comment'))
      if (!value) continue
      eachName(tree, pattern, [], (name, path) =>
        define(name, { kind: 'variable', isHoisted, values: [{ node: value, path }] }),
      )
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
  const isHoisted = spec.children.some(({ type }) => type === 'var')
  const inside = spec.type === 'ForOfSpec' ? ['*'] : ['*key']
  for (const child of spec.children) {
    eachName(tree, child, inside, (name, path) =>
      define(name, { kind: 'element', isHoisted, values: over ? [{ node: over, path }] : [] }),
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

/** Parameters belong to the function, the name of a declared function to the scope around it. */
function scopeOf(definition: Node, kind: Binding['kind']): Node {
  let outer = definition.parent
  if ((kind === 'function' || kind === 'class') && outer) outer = outer.parent
  while (outer?.parent && !SCOPES.has(outer.type) && !isFunction(outer)) outer = outer.parent
  return outer ?? definition
}

function functionScope(definition: Node): Node {
  let outer = definition.parent
  while (outer?.parent && !isFunction(outer)) outer = outer.parent
  return outer ?? definition
}
