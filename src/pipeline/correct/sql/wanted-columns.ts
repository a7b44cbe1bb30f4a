import { isKeyword } from '../../../language/sql/keywords.ts'
import type { SqlToken } from './read-sql.ts'
import { scopeAt } from './select-scope.ts'
import { isSame, nameOf } from './sql-fault.ts'
import type { SqlSchema } from './sql-schema.ts'

/** Columns that a statement wants of a table that is not there: those behind its name or alias, and all plain ones where it stands alone. */
export function wantedColumns(tokens: SqlToken[], table: string, schema: SqlSchema): string[] {
  const index = tokens.findIndex((token, at) => isSame(nameOf(token), table) && tokens[at + 1]?.text !== '.')
  if (index === -1) return []
  const { from, to, sources } = scopeAt(tokens, index, schema)
  const source = sources.find((one) => isSame(one.table, table))
  if (!source) return []
  const isAlone = sources.length === 1
  const found = tokens.slice(from, to).flatMap((token, at): string[] => {
    const [before, next] = [tokens[from + at - 1], tokens[from + at + 1]]
    const name = nameOf(token)
    const isName = token.kind === 'name' || (token.kind === 'word' && !isKeyword(token.value))
    if (!isName || next?.text === '(' || next?.text === '.' || before?.value === 'AS') return []
    if (before?.text === '.') {
      const of = nameOf(tokens[from + at - 2])
      return isSame(of, table) || isSame(of, source.alias) ? [name] : []
    }
    // Behind a value stands an alias.
    const isAlias = before?.text === ')' || (before !== undefined && nameOf(before) !== '' && !isKeyword(before.value))
    return isAlone && !isAlias && !isSame(name, table) && !isSame(name, source.alias) ? [name] : []
  })
  return [...new Set(found.map((name) => name.toLowerCase()))]
}
