import { nodesOf } from '../../../language/tree/nodes-by-type.ts'
import { around, type Node, type Tree, textOf } from '../../../language/tree/tree.ts'

const FUNCTIONS = ['FunctionDefinition', 'LambdaExpression']

/** The function around this node, or the whole program. */
export const scopeOf = (tree: Tree, node: Node): Node => around(node, ...FUNCTIONS) ?? tree.root

const byScope = new WeakMap<Tree, Map<Node, Map<string, Node[]>>>()

/** Every use of a name in a function, without those in inner functions. */
export function usesOf(tree: Tree, { scope, name }: { scope: Node; name: string }): readonly Node[] {
  let scopes = byScope.get(tree)
  if (!scopes) {
    scopes = sortByScope(tree)
    byScope.set(tree, scopes)
  }
  return scopes.get(scope)?.get(name) ?? []
}

function sortByScope(tree: Tree): Map<Node, Map<string, Node[]>> {
  const scopes = new Map<Node, Map<string, Node[]>>()
  for (const node of nodesOf(tree, 'VariableName')) {
    const scope = scopeOf(tree, node)
    const names = scopes.get(scope) ?? new Map<string, Node[]>()
    scopes.set(scope, names)
    const name = textOf(tree, node)
    const uses = names.get(name)
    if (uses) uses.push(node)
    else names.set(name, [node])
  }
  return scopes
}

const namesOf = new WeakMap<Tree, Set<string>>()

/** Whether the name is used nowhere in the program, so that a new variable can have it. */
export function isFree(tree: Tree, name: string): boolean {
  let names = namesOf.get(tree)
  if (!names) {
    names = new Set(nodesOf(tree, 'VariableName', 'PropertyName').map((node) => textOf(tree, node)))
    namesOf.set(tree, names)
  }
  return !names.has(name)
}
