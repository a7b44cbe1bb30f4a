import { isKeyword } from '../../../language/sql/keywords.ts'
import type { SqlToken } from './read-sql.ts'
import { nameOf } from './sql-fault.ts'
import type { SqlSchema } from './sql-schema.ts'

/** A table that a statement reads or writes, and its alias there. */
export interface SqlSource {
  table: string
  alias: string
  columns: string[]
  token: SqlToken
}

const BEFORE = new Set(['FROM', 'JOIN', 'INTO', 'UPDATE', 'TABLE', 'REFERENCES'])

/** The sources of a statement, including those of its subqueries. */
export function sourcesOf(tokens: SqlToken[], schema: SqlSchema): SqlSource[] {
  const sources: SqlSource[] = []
  let isList = false
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1]
    if (token.kind === 'word' && /^(?:WHERE|GROUP|ORDER|SET|VALUES|SELECT|ON|LIMIT|HAVING)$/.test(token.value))
      isList = false
    if (token.kind === 'word' && token.value === 'FROM') isList = true
    const isPlaced = (before?.kind === 'word' && BEFORE.has(before.value)) || (isList && before?.text === ',')
    if (!isPlaced || nameOf(token) === '' || (token.kind === 'word' && isKeyword(token.value))) continue
    const name = nameOf(token)
    const next = tokens[index + 1]?.value === 'AS' ? tokens[index + 2] : tokens[index + 1]
    const isAlias = next !== undefined && nameOf(next) !== '' && !(next.kind === 'word' && isKeyword(next.value))
    const columns = schema.get(name.toLowerCase())?.columns ?? []
    sources.push({ table: name, alias: isAlias ? nameOf(next) : name, columns, token })
  }
  return sources
}
