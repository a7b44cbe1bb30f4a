import { importClauses } from '../../../language/python/import-clauses.ts'
import { nodesOf } from '../../../language/tree/nodes-by-type.ts'
import type { Node, Tree } from '../../../language/tree/tree.ts'

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

function namesOf(tree: Tree, statement: Node): [string, string][] {
  const { isFrom, module, clauses } = importClauses(tree, statement)
  return clauses.flatMap(({ name, alias }): [string, string][] => {
    if (isFrom) return [[alias ?? name, `${module}.${name}`]]
    // `import os.path` binds `os`.
    return alias === undefined ? [] : [[alias, name]]
  })
}
