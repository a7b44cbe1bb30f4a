import type { Edit } from '../strategy.ts'
import type { SqlStatement, SqlToken } from './read-sql.ts'
import { nameOf } from './sql-fault.ts'

const COUNTERS = new Set(['AUTO_INCREMENT', 'AUTOINCREMENT', 'AUTOINCREMENTS', 'AUTO_INCREMENTS', 'IDENTITY'])
const SERIALS = new Set(['SERIAL', 'BIGSERIAL', 'SMALLSERIAL'])

/** Types with another name in PostgreSQL; DuckDB knows most of the foreign ones. */
const POSTGRES_TYPES = new Map([
  ['DATETIME', 'TIMESTAMP'],
  ['TINYINT', 'SMALLINT'],
  ['MEDIUMINT', 'INTEGER'],
  ['DOUBLE', 'DOUBLE PRECISION'],
  ['BLOB', 'BYTEA'],
  ['NVARCHAR', 'VARCHAR'],
  ['VARCHAR2', 'VARCHAR'],
  ['LONGTEXT', 'TEXT'],
  ['MEDIUMTEXT', 'TEXT'],
  ['TINYTEXT', 'TEXT'],
  ['CLOB', 'TEXT'],
  ['STRING', 'TEXT'],
  ['NUMBER', 'NUMERIC'],
])

/** Edits for parts of CREATE TABLE that other databases have and this one refuses. */
export function dialectTable({ tokens }: SqlStatement, language: string): Edit[] {
  const isTable = tokens[0]?.value === 'CREATE' && tokens.slice(1, 4).some(({ value }) => value === 'TABLE')
  const open = isTable ? tokens.findIndex(({ text }) => text === '(') : -1
  if (open === -1) return []
  const table = nameOf(tokens[open - 1])
  const items = columnItems(tokens, open)
  const hasKey = tokens.some(({ value }) => value === 'PRIMARY')
  return [
    ...items.flatMap((item) => [
      ...counter({ item, language, table, start: tokens[0]?.start ?? 0, hasKey }),
      ...typeEdits(item, language),
    ]),
    ...items.flatMap((item, index) => keyItem({ tokens, item, table, isFirst: index === 0 })),
    ...tableOptions(tokens, open),
  ]
}

function columnItems(tokens: SqlToken[], open: number): SqlToken[][] {
  const depth = (tokens[open]?.depth ?? 0) + 1
  const items: SqlToken[][] = [[]]
  for (const token of tokens.slice(open + 1)) {
    if (token.text === ')' && token.depth < depth) break
    if (token.text === ',' && token.depth === depth) items.push([])
    else items.at(-1)?.push(token)
  }
  return items.filter(({ length }) => length > 0)
}

interface Column {
  item: SqlToken[]
  language: string
  table: string
  /** Offset of the statement. */
  start: number
  hasKey: boolean
}

/** An auto-increment column. */
function counter({ item, language, table, start, hasKey }: Column): Edit[] {
  const [column, type] = item
  const isSerial = type?.kind === 'word' && SERIALS.has(type.value)
  const marks = counterMarks(item)
  if (!column || !type || (marks.length === 0 && !isSerial)) return []
  const isNative =
    (language === 'sql' && marks[0]?.value === 'AUTOINCREMENT' && type.value === 'INTEGER') ||
    (language === 'postgres' && (isSerial || marks[0]?.value === 'GENERATED'))
  if (isNative) return []
  const key = item.some(({ value }) => value === 'PRIMARY') || hasKey ? '' : ' PRIMARY KEY'
  const removed = marks.map((token): Edit => ({ start: token.start - 1, end: token.end, text: '' }))
  const typed = (text: string): Edit => ({ start: type.start, end: type.end, text: text + key })
  if (language === 'sql') return [...(type.value === 'INTEGER' ? [] : [typed('INTEGER')]), ...removed]
  if (language === 'postgres') return [typed('SERIAL'), ...removed]
  const sequence = `${table}_${nameOf(column)}_seq`
  return [
    { start, end: start, text: `CREATE SEQUENCE ${sequence};\n` },
    typed(`INTEGER DEFAULT nextval('${sequence}')`),
    ...removed,
  ]
}

function counterMarks(item: SqlToken[]): SqlToken[] {
  const from = item.findIndex(({ kind, value }) => kind === 'word' && (COUNTERS.has(value) || value === 'GENERATED'))
  const first = item[from]
  if (!first) return []
  if (first.value === 'GENERATED') {
    const identity = item.findIndex(({ value }, index) => index > from && value === 'IDENTITY')
    return identity === -1 ? [] : item.slice(from, identity + 1)
  }
  const close = item[from + 1]?.text === '(' ? item.findIndex(({ text }, index) => index > from && text === ')') : from
  return item.slice(from, close + 1)
}

function typeEdits(item: SqlToken[], language: string): Edit[] {
  const [column, type, open] = item
  if (!column || type?.kind !== 'word') return []
  const close = item.findIndex(({ text }, index) => index > 1 && text === ')')
  const end = item[close]?.end ?? type.end
  const list = item.slice(3, Math.max(3, close))
  if (type.value === 'ENUM' && open?.text === '(' && list.length > 0) {
    const values = list
      .filter(({ kind }) => kind === 'string')
      .map(({ text }) => text)
      .join(', ')
    return [{ start: type.start, end, text: `TEXT CHECK (${column.text} IN (${values}))` }, ...droppedWords(item)]
  }
  if (open?.text === '(' && item[3]?.value === 'MAX')
    return [{ start: type.start, end, text: 'TEXT' }, ...droppedWords(item)]
  const other =
    language === 'postgres'
      ? POSTGRES_TYPES.get(type.value)
      : language === 'duckdb' && type.value === 'NVARCHAR'
        ? 'VARCHAR'
        : undefined
  if (language === 'duckdb' && /INT$/.test(type.value) && open?.text === '(')
    return [{ start: type.end, end, text: '' }, ...droppedWords(item)]
  const isDouble = type.value === 'DOUBLE' && open?.value === 'PRECISION'
  const isCounted = counterMarks(item).length > 0
  return [
    ...(other && !isDouble && !isCounted
      ? [{ start: type.start, end: type.value === 'TINYINT' ? end : type.end, text: other }]
      : []),
    ...droppedWords(item),
  ]
}

/** `UNSIGNED`, `COMMENT 'text'` and `ON UPDATE CURRENT_TIMESTAMP` have no equivalent in other databases. */
function droppedWords(item: SqlToken[]): Edit[] {
  return item.flatMap((token, index): Edit[] => {
    const next = item[index + 1]
    const drop = (until: SqlToken): Edit[] => [{ start: token.start - 1, end: until.end, text: '' }]
    if (index > 1 && token.value === 'UNSIGNED' && token.kind === 'word') return drop(token)
    if (index > 1 && token.value === 'COMMENT' && next?.kind === 'string') return drop(next)
    const stamp = item[index + 2]
    return token.value === 'ON' && next?.value === 'UPDATE' && stamp?.value === 'CURRENT_TIMESTAMP' ? drop(stamp) : []
  })
}

/** `UNIQUE KEY name (a)` is a constraint; `KEY name (a)` is an index, which other databases create in a statement of its own. */
function keyItem({
  tokens,
  item,
  table,
  isFirst,
}: {
  tokens: SqlToken[]
  item: SqlToken[]
  table: string
  isFirst: boolean
}): Edit[] {
  const [first, second, third, fourth] = item
  const last = item.at(-1)
  const end = tokens.at(-1)
  if (!first || !second || !last || !end) return []
  const isUnique = first.value === 'UNIQUE' && /^(?:KEY|INDEX)$/.test(second.value) && fourth?.text === '('
  if (isUnique) return [{ start: first.end, end: fourth.start, text: ' ' }]
  if (!/^(?:KEY|INDEX)$/.test(first.value) || first.kind !== 'word' || third?.text !== '(' || isFirst) return []
  const comma = tokens[tokens.indexOf(first) - 1]
  const columns = item
    .slice(2)
    .map(({ text }) => text)
    .join(' ')
  const mark = end.text === ';' ? '' : ';'
  return [
    { start: comma?.start ?? first.start, end: last.end, text: '' },
    { start: end.end, end: end.end, text: `${mark}\nCREATE INDEX ${second.text} ON ${table} ${columns};` },
  ]
}

/** `ENGINE=InnoDB DEFAULT CHARSET=utf8` behind the table. */
function tableOptions(tokens: SqlToken[], open: number): Edit[] {
  const close = tokens.findIndex(
    ({ text, depth }, index) => index > open && text === ')' && depth === tokens[open]?.depth,
  )
  const first = tokens[close + 1]
  if (close === -1 || !first || !/^(?:ENGINE|DEFAULT|CHARSET|AUTO_INCREMENT|COLLATE|COMMENT)$/.test(first.value))
    return []
  const last = tokens.findLast(({ text }) => text !== ';')
  return last ? [{ start: tokens[close]?.end ?? first.start, end: last.end, text: '' }] : []
}
