import { readSql, statementsOf } from './read-sql.ts'
import { itemsOf, schemaOf } from './sql-schema.ts'
import { sourcesOf } from './sql-sources.ts'

const MOST_CHARACTERS = 40_000

/**
 * Whether the last statement asks for much: of several tables, for a part of the rows in an order, for groups, or for more than one column.
 * Such queries of models have more faults that no database tells of: of 27 that ask for one column of one table 22 were right where a name was
 * written in another number or style, of 56 others 23.
 */
export function asksMuch(code: string, language: string): boolean {
  if (code.length > MOST_CHARACTERS) return true
  const tokens = statementsOf(readSql(code, language)).at(-1)?.tokens ?? []
  const select = tokens.findIndex(({ kind, value }) => kind === 'word' && value === 'SELECT')
  const isMuch = tokens.some(
    ({ kind, value }, index) =>
      kind === 'word' && (/^(?:LIMIT|JOIN|TOP|FETCH|GROUP)$/.test(value) || (value === 'SELECT' && index > select)),
  )
  const [item, ...others] = itemsOf(tokens, select)
  const isAll = item?.length === 1 && item[0]?.text === '*'
  return isMuch || isAll || others.length > 0 || sourcesOf(tokens, schemaOf([])).length > 1
}
