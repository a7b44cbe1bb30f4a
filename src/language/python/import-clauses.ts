import { type Node, type Tree, textOf } from '../tree/tree.ts'

export interface ImportStatement {
  isFrom: boolean
  /** The module behind `from`, with the dots of a relative import; else empty. */
  module: string
  /** `a.b` and `c` of `import a.b as c`. */
  clauses: { name: string; alias: string | undefined }[]
}

const NAME_PARTS = ['VariableName', '.', 'Ellipsis', '*']

/** Reads `import a.b as c` and `from a.b import c as d`. */
export function importClauses(tree: Tree, { children }: Node): ImportStatement {
  const isFrom = children[0]?.type === 'from'
  const start = isFrom ? children.findIndex(({ type }) => type === 'import') : 0
  const module = isFrom ? children.slice(1, start === -1 ? undefined : start) : []
  const clauses: ImportStatement['clauses'] = [{ name: '', alias: undefined }]
  let isAlias = false
  for (const child of start === -1 ? [] : children.slice(start + 1)) {
    const clause = clauses.at(-1)
    if (child.type === ',') clauses.push({ name: '', alias: undefined })
    if (child.type === ',' || child.type === 'as') isAlias = child.type === 'as'
    else if (clause && NAME_PARTS.includes(child.type)) {
      if (isAlias) clause.alias = textOf(tree, child)
      else clause.name += textOf(tree, child)
    }
  }
  return {
    isFrom,
    module: module
      .filter(({ type }) => NAME_PARTS.includes(type))
      .map((node) => textOf(tree, node))
      .join(''),
    clauses: clauses.filter(({ name }) => name !== ''),
  }
}
