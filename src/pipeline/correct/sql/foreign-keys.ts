import type { SqlStatement, SqlToken } from './read-sql.ts'
import { isSame, nameOf } from './sql-fault.ts'
import type { SqlSchema } from './sql-schema.ts'
import type { SqlSource } from './sql-sources.ts'

/** A column that points to a row of another table. */
export interface ForeignKey {
  table: string
  column: string
  to: string
  toColumn: string
}

type Side = Pick<SqlSource, 'table' | 'alias'>

/** The condition that joins two tables by a key of one of them. */
export function tieOf(one: Side, other: Side, keys: ForeignKey[]): string | undefined {
  const out = keys.find((key) => isSame(key.table, one.table) && isSame(key.to, other.table))
  if (out) return `${one.alias}.${out.column} = ${other.alias}.${out.toColumn}`
  const back = keys.find((key) => isSame(key.table, other.table) && isSame(key.to, one.table))
  return back && `${one.alias}.${back.toColumn} = ${other.alias}.${back.column}`
}

/** Keys that the program declares; of two tables without one, the only column of the same name that ends in `id` or `code`. */
export function foreignKeys(statements: SqlStatement[], schema: SqlSchema): ForeignKey[] {
  const declared = statements.flatMap(({ tokens }) => declaredIn(tokens, schema))
  const isJoined = (one: string, other: string) =>
    declared.some(
      ({ table, to }) => (isSame(table, one) && isSame(to, other)) || (isSame(table, other) && isSame(to, one)),
    )
  const tables = [...schema.values()]
  const shared = tables.flatMap((one, index) =>
    tables.slice(index + 1).flatMap((other): ForeignKey[] => {
      const both = one.columns.filter(
        (column) => /(?:id|code)$/i.test(column) && other.columns.some((each) => isSame(each, column)),
      )
      const [column] = both
      if (both.length !== 1 || column === undefined || /^(?:id|code)$/i.test(column) || isJoined(one.name, other.name))
        return []
      return [{ table: one.name, column, to: other.name, toColumn: column }]
    }),
  )
  return [...declared, ...shared]
}

function declaredIn(tokens: SqlToken[], schema: SqlSchema): ForeignKey[] {
  if (tokens[0]?.value !== 'CREATE') return []
  const open = tokens.findIndex(({ text }) => text === '(')
  const table = nameOf(tokens[open - 1])
  return tokens.flatMap((token, index): ForeignKey[] => {
    if (token.kind !== 'word' || token.value !== 'REFERENCES') return []
    const to = nameOf(tokens[index + 1])
    const before = tokens[index - 1]
    const column = before?.text === ')' ? nameOf(tokens[index - 2]) : columnBefore(tokens, index)
    const isNamed = tokens[index + 2]?.text === '('
    const toColumn = isNamed ? nameOf(tokens[index + 3]) : (schema.get(to.toLowerCase())?.columns[0] ?? '')
    return [table, column, to, toColumn].some((name) => name === '') ? [] : [{ table, column, to, toColumn }]
  })
}

/** `song_id INTEGER NOT NULL REFERENCES song`: the column whose declaration goes on here. */
function columnBefore(tokens: SqlToken[], index: number): string {
  const depth = tokens[index]?.depth ?? 0
  const start = tokens.findLastIndex(
    ({ text, depth: own }, at) => at < index && ((text === ',' && own === depth) || (text === '(' && own < depth)),
  )
  return nameOf(tokens[start + 1])
}
