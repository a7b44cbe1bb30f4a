import type { Node, Tree } from '../../../language/tree/tree.ts'
import { textOf } from '../../../language/tree/tree.ts'
import { nodesOf } from '../nodes-by-type.ts'

const known = new WeakMap<Tree, Map<string, string>>()

/** Imported names with their full paths: `r` → `re` for `import re as r`, `load` → `json.load` for `from json import load`. */
export function importedNames(tree: Tree): Map<string, string> {
  let names = known.get(tree)
  if (!names) {
    names = new Map(nodesOf(tree, 'ImportStatement').flatMap((statement) => namesOf(tree, statement)))
    known.set(tree, names)
  }
  return names
}

function namesOf(tree: Tree, { children }: Node): [string, string][] {
  const importAt = children.findIndex(({ type }) => type === 'import')
  const isFrom = children[0]?.type === 'from'
  const module = isFrom ? pathOf(tree, children.slice(1, importAt)) : ''
  return clausesOf(children.slice(importAt + 1)).flatMap((clause): [string, string][] => {
    const asAt = clause.findIndex(({ type }) => type === 'as')
    const path = pathOf(tree, asAt === -1 ? clause : clause.slice(0, asAt))
    const alias = asAt === -1 ? undefined : clause[asAt + 1]
    if (!path) return []
    if (alias) return [[textOf(tree, alias), isFrom ? `${module}.${path}` : path]]
    // `import os.path` binds `os`.
    return isFrom ? [[path, `${module}.${path}`]] : []
  })
}

function clausesOf(nodes: readonly Node[]): Node[][] {
  const clauses: Node[][] = [[]]
  for (const node of nodes) {
    if (node.type === ',') clauses.push([])
    else if (node.type === 'VariableName' || node.type === 'as' || node.type === '.') clauses.at(-1)?.push(node)
  }
  return clauses
}

const pathOf = (tree: Tree, nodes: readonly Node[]): string => nodes.map((node) => textOf(tree, node)).join('')
