import { importClauses } from '../../../../language/python/import-clauses.ts'
import type { Node } from '../../../../language/tree/tree.ts'
import { valueNamed } from './lookup.ts'
import type { Reader } from './reader.ts'

/** `import a.b as c` and `from a.b import c as d`. */
export function readImport(reader: Reader, node: Node): void {
  const { isFrom, module: written, clauses } = importClauses(reader.tree, node)
  const module = written.replace(/^\.{1,20}/, '')
  if (isFrom && module) reader.facts.imports.add(module)
  for (const { name, alias } of clauses) bindImport(reader, { module, name, alias, isFrom })
}

interface Imported {
  module: string
  name: string
  alias: string | undefined
  isFrom: boolean
}

function bindImport(reader: Reader, { module, name, alias, isFrom }: Imported): void {
  if (isFrom && name === '*') {
    reader.starred.push(module)
    return
  }
  const full = isFrom ? `${module}.${name}` : name
  reader.facts.imports.add(full)
  if (isFrom || alias) reader.scope.assign(alias ?? name, valueNamed(full))
  else {
    const top = name.split('.')[0] as string
    reader.scope.assign(top, valueNamed(top))
  }
}
