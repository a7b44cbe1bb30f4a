import { readSql, statementsOf } from './read-sql.ts'
import { itemsOf, schemaOf } from './sql-schema.ts'
import { sourcesOf } from './sql-sources.ts'

const MOST_CHARACTERS = 40_000
const MOST_ITEMS = 2

/**
 * Whether the last statement asks for much: of several tables, for a part of the rows in an order, or for many columns. Such queries of models
 * have more faults that no database tells of.
 */
export function asksMuch(code: string, language: string): boolean {
  if (code.length > MOST_CHARACTERS) return true
  const tokens = statementsOf(readSql(code, language)).at(-1)?.tokens ?? []
  const select = tokens.findIndex(({ kind, value }) => kind === 'word' && value === 'SELECT')
  const isMuch = tokens.some(
    ({ kind, value }, index) =>
      kind === 'word' && (/^(?:LIMIT|JOIN|TOP|FETCH)$/.test(value) || (value === 'SELECT' && index > select)),
  )
  return isMuch || itemsOf(tokens, select).length > MOST_ITEMS || sourcesOf(tokens, schemaOf([])).length > 1
}
