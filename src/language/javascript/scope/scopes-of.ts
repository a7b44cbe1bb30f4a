import { childOf, type Node, type Tree, textOf } from '../../tree/tree.ts'
import { declarationAt } from './declaration-at.ts'
import type { Binding, BindingKind, Scope, Scopes } from './scope.ts'
import { useAt } from './use-at.ts'

const known = new WeakMap<Tree, Scopes>()

/** The names of a program, with the places where each is read and written. */
export function scopesOf(tree: Tree): Scopes {
  let scopes = known.get(tree)
  if (!scopes) {
    scopes = readScopes(tree)
    known.set(tree, scopes)
  }
  return scopes
}

interface Reading {
  tree: Tree
  bindings: Binding[]
  /** Scopes by the nodes that open them. */
  scopes: Map<Node, Scope>
  definitions: Map<Node, Binding>
  /** Resolved when all declarations are known: functions and `var` may be used before their line. */
  uses: { node: Node; scope: Scope }[]
}

interface Declaration {
  node: Node
  kind: BindingKind
  scope: Scope
}

function readScopes(tree: Tree): Scopes {
  const root: Scope = { node: tree.root, parent: undefined, isFunction: true, bindings: new Map() }
  const scopes = new Map([[tree.root, root]])
  const reading: Reading = { tree, bindings: [], scopes, definitions: new Map(), uses: [] }
  visit(reading, { node: tree.root, outer: root })
  const byUse = new Map<Node, Binding>()
  for (const { node, scope } of reading.uses) {
    const binding = node.type === 'TypeName' ? lookUpType(scope, textOf(tree, node)) : lookUp(scope, textOf(tree, node))
    const use = useAt(tree, node)
    if (!binding || !use) continue
    byUse.set(node, binding)
    if (use !== 'write') binding.reads.push(node)
    if (use !== 'read') binding.writes.push(node)
  }
  const find = (name: Node) => {
    let place: Node | undefined = name
    while (place && !scopes.has(place)) place = place.parent
    return reading.definitions.get(name) ?? lookUp(scopes.get(place ?? tree.root) ?? root, textOf(tree, name))
  }
  return { root, bindings: reading.bindings, bindingAt: (name) => byUse.get(name), find }
}

function visit(reading: Reading, { node, outer }: { node: Node; outer: Scope }): void {
  const kind = declarationAt(node)
  const scope = opensScope(node)
    ? { node, parent: outer, isFunction: isFunction(node), bindings: new Map<string, Binding>() }
    : outer
  if (scope !== outer) reading.scopes.set(node, scope)
  if (kind) declare(reading, { node, kind, scope: homeOf({ node, kind, scope }) })
  else if (useAt(reading.tree, node)) reading.uses.push({ node, scope })
  for (const child of node.children) visit(reading, { node: child, outer: scope })
}

const isFunction = (node: Node): boolean => node.type === 'StaticBlock' || childOf(node, 'ParamList') !== undefined

/** The body of a function shares the scope of its parameters. */
function opensScope(node: Node): boolean {
  if (node.type === 'Block') return !(node.parent && isFunction(node.parent))
  return node.type === 'ForStatement' || node.type === 'CatchClause' || node.type === 'SwitchBody' || isFunction(node)
}

function homeOf({ node, kind, scope }: Declaration): Scope {
  // The name of a declared function stands outside of it; that of a function expression inside.
  if (kind === 'function') return node.parent?.type === 'FunctionDeclaration' ? (scope.parent ?? scope) : scope
  if (kind !== 'var') return scope
  let home = scope
  while (!home.isFunction && home.parent) home = home.parent
  return home
}

function declare({ tree, bindings, definitions }: Reading, { node, kind, scope }: Declaration): void {
  const name = textOf(tree, node)
  const same = scope.bindings.get(name)
  const binding: Binding = same ?? { name, kind, scope, definitions: [], reads: [], writes: [] }
  binding.definitions.push(node)
  definitions.set(node, binding)
  if (same) return
  scope.bindings.set(name, binding)
  bindings.push(binding)
}

function lookUp(scope: Scope, name: string): Binding | undefined {
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    const binding = at.bindings.get(name)
    if (binding) return binding
  }
  return undefined
}

/** Variables are no types: the search for a type goes on behind them. */
function lookUpType(scope: Scope, name: string): Binding | undefined {
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    const binding = at.bindings.get(name)
    if (binding && ['class', 'import', 'type'].includes(binding.kind)) return binding
  }
  return undefined
}
