import type { KnownTable } from '../../../language/language.ts'
import { isKeyword } from '../../../language/sql/keywords.ts'
import type { SqlStatement, SqlToken } from './read-sql.ts'
import { nameOf } from './sql-fault.ts'

/** A table, a view or a common table expression, with its columns as far as the program shows them. */
export interface SqlTable {
  name: string
  columns: string[]
  /** Tokens that declare its name and its columns. */
  declared: SqlToken[]
}

export type SqlSchema = Map<string, SqlTable>

/** All tables that the statements of a program create, and those that it was given. */
export function schemaOf(statements: SqlStatement[], given: readonly KnownTable[] = []): SqlSchema {
  const schema: SqlSchema = new Map(given.map((table) => [table.name.toLowerCase(), { ...table, declared: [] }]))
  const add = (table: SqlTable | undefined) => table && schema.set(table.name.toLowerCase(), table)
  for (const { tokens } of statements) {
    for (const [index, { value, kind }] of tokens.entries()) {
      if (kind !== 'word') continue
      if (value === 'TABLE' || value === 'VIEW') add(madeAt(tokens, index, schema))
      if (value === 'AS' && tokens[index + 1]?.text === '(') add(expressionAt(tokens, index, schema))
    }
    alter(tokens, schema)
  }
  return schema
}

/** `CREATE TABLE name (…)`, `CREATE VIEW name AS SELECT …`. */
function madeAt(tokens: SqlToken[], index: number, schema: SqlSchema): SqlTable | undefined {
  if (tokens[0]?.value !== 'CREATE') return undefined
  let at = index + 1
  while (['IF', 'NOT', 'EXISTS'].includes(tokens[at]?.value ?? '')) at += 1
  if (tokens[at + 1]?.text === '.') at += 2
  const token = tokens[at]
  const name = nameOf(token)
  if (!token || name === '') return undefined
  if (tokens[at + 1]?.text === '(') {
    const columns = tokens[index]?.value === 'TABLE' ? columnsIn(tokens, at + 1) : namesIn(tokens, at + 1)
    return { name, columns: columns.map(nameOf), declared: [token, ...columns] }
  }
  const select = tokens.findIndex(({ value, kind }, place) => place > at && kind === 'word' && value === 'SELECT')
  return select === -1 ? undefined : { name, columns: selectedIn(tokens, select, schema), declared: [token] }
}

/** `WITH name (columns) AS (SELECT …`. */
function expressionAt(tokens: SqlToken[], index: number, schema: SqlSchema): SqlTable | undefined {
  let at = index - 1
  let columns: SqlToken[] = []
  if (tokens[at]?.text === ')') {
    const open = tokens.findLastIndex(
      ({ text, depth }, place) => place < at && text === '(' && depth === tokens[at]?.depth,
    )
    columns = namesIn(tokens, open)
    at = open - 1
  }
  const token = tokens[at]
  const name = nameOf(token)
  if (!token || name === '' || tokens[index + 2]?.value !== 'SELECT') return undefined
  const selected = columns.length > 0 ? columns.map(nameOf) : selectedIn(tokens, index + 2, schema)
  return { name, columns: selected, declared: [token, ...columns] }
}

const CONSTRAINTS = new Set(['PRIMARY', 'FOREIGN', 'UNIQUE', 'CHECK', 'CONSTRAINT', 'KEY', 'INDEX', 'EXCLUDE'])

/** The first word of each item between the parentheses, if it names a column. */
function columnsIn(tokens: SqlToken[], open: number): SqlToken[] {
  return namesIn(tokens, open).filter(
    ({ kind, value }, index) => kind === 'name' || index === 0 || !CONSTRAINTS.has(value),
  )
}

function namesIn(tokens: SqlToken[], open: number): SqlToken[] {
  const depth = (tokens[open]?.depth ?? 0) + 1
  const names: SqlToken[] = []
  for (let at = open + 1; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (!token || (token.text === ')' && token.depth < depth)) break
    const isFirst = token.depth === depth && (at === open + 1 || tokens[at - 1]?.text === ',')
    if (isFirst && nameOf(token) !== '') names.push(token)
  }
  return names
}

/** Names of the columns that a SELECT returns; `select` is its index. */
export function selectedIn(tokens: SqlToken[], select: number, schema: SqlSchema): string[] {
  return itemsOf(tokens, select).flatMap((item) => {
    const last = item.at(-1)
    if (!last) return []
    if (last.text === '*')
      return [...schema.values()].flatMap(({ name, columns }) =>
        tokens.some((token) => nameOf(token) === name) ? columns : [],
      )
    return nameOf(last) === '' || (last.kind === 'word' && isKeyword(last.value)) ? [] : [nameOf(last)]
  })
}

/** The items of a SELECT list, each as its tokens. */
export function itemsOf(tokens: SqlToken[], select: number): SqlToken[][] {
  const depth = tokens[select]?.depth ?? 0
  const items: SqlToken[][] = [[]]
  for (const token of tokens.slice(select + 1)) {
    const isEnd =
      token.depth < depth ||
      (token.depth === depth &&
        (/^(?:FROM|UNION|EXCEPT|INTERSECT|WHERE|LIMIT|ORDER)$/.test(token.value) || token.text === ';'))
    if (isEnd) break
    if (token.depth === depth && token.text === ',') items.push([])
    else items.at(-1)?.push(token)
  }
  return items.filter(({ length }) => length > 0)
}

function alter(tokens: SqlToken[], schema: SqlSchema): void {
  if (tokens[0]?.value !== 'ALTER' || tokens[1]?.value !== 'TABLE') return
  const table = schema.get(nameOf(tokens[2]).toLowerCase())
  const action = tokens[3]?.value
  const isColumn = tokens[4]?.value === 'COLUMN'
  const column = tokens[isColumn ? 5 : 4]
  if (!table || !column) return
  if (action === 'ADD') table.columns.push(nameOf(column))
  if (action !== 'RENAME') return
  if (column.value === 'TO') schema.set(nameOf(tokens[5]).toLowerCase(), { ...table, name: nameOf(tokens[5]) })
  else table.columns.push(nameOf(tokens[isColumn ? 7 : 6]))
}
