/** A small database with made rows, for collections that show a schema and some values of each column, but no data. */
import { randomOf } from '../../random.ts'

const ROWS_OF_A_TABLE = 24
/** Keys of parent and child meet where both are drawn of few. */
const KEYS = 10

export interface ToldColumn {
  name: string
  type: string
  primary_key: boolean
  /** Without a column, the key of the table is meant. */
  foreign_keys: { target_table: string; target_column: string | null }[]
  value_samples?: (string | number | null)[]
}
export interface ToldSchema {
  name: string
  tables: Record<string, { name: string; columns: ToldColumn[] }>
}

type Value = string | number

/** Values that the gold queries compare a column with stand in its rows: a query that finds nothing equals any that finds nothing. */
export function madeDatabase(schema: ToldSchema, golds: readonly string[]): string {
  const tables = Object.values(schema.tables).filter(({ name }) => !name.startsWith('sqlite_'))
  const compared = comparedIn(golds)
  const valuesOf = (table: string, column: ToldColumn, depth = 0): Value[] => {
    const parent = column.foreign_keys[0]
    const target = parent && columnOf(schema, parent.target_table, parent.target_column)
    if (parent && target && depth < tables.length && !isSame(table, column, parent))
      return valuesOf(parent.target_table, target, depth + 1)
    const isNumber = /INT|REAL|NUM|FLOA|DOUB|DEC/i.test(column.type)
    const told = (column.value_samples ?? []).filter((value) => value !== null)
    const wanted = (compared.get(column.name.toLowerCase()) ?? []).filter((value) => !isNumber || isNumeric(value))
    const values = [...new Set([...wanted, ...told].map((value) => (isNumber ? Number(value) : String(value))))]
    const isKey = column.primary_key || /(?:^|_)id$|Id$|ID$/.test(column.name)
    const missing = Math.max(0, (isKey ? KEYS : values.length === 0 ? 3 : 0) - values.length)
    return [...values, ...Array.from({ length: missing }, (_, at) => (isNumber ? at + 1 : `${column.name} ${at + 1}`))]
  }
  const made = tables.map(({ name, columns }) => {
    const random = randomOf(`${schema.name} ${name}`)
    const pools = columns.map((column) => valuesOf(name, column))
    const keys = columns.flatMap((column, at) => (column.primary_key ? [at] : []))
    const rows = new Map<string, Value[]>()
    for (let tries = 0; rows.size < ROWS_OF_A_TABLE && tries < 4 * ROWS_OF_A_TABLE; tries += 1) {
      const row = pools.map((pool) => random.pick(pool) ?? 0)
      const key = keys.length === 0 ? String(tries) : JSON.stringify(keys.map((at) => row[at]))
      if (!rows.has(key)) rows.set(key, row)
    }
    return `INSERT INTO ${quoted(name)} VALUES ${[...rows.values()].map(rowOf).join(', ')};`
  })
  return ['PRAGMA foreign_keys = OFF;', ...tables.map(createOf), ...made].join('\n')
}

function createOf({ name, columns }: ToldSchema['tables'][string]): string {
  const keys = columns.filter((column) => column.primary_key).map((column) => quoted(column.name))
  const parents = columns.flatMap((column) =>
    column.foreign_keys.map(
      ({ target_table, target_column }) =>
        `FOREIGN KEY (${quoted(column.name)}) REFERENCES ${quoted(target_table)}${target_column ? ` (${quoted(target_column)})` : ''}`,
    ),
  )
  const parts = [
    ...columns.map((column) => `${quoted(column.name)} ${column.type}`),
    ...(keys.length > 0 ? [`PRIMARY KEY (${keys.join(', ')})`] : []),
    ...parents,
  ]
  return `CREATE TABLE ${quoted(name)} (${parts.join(', ')});`
}

const COMPARED =
  /(?:`([^`]+)`|"([^"]+)"|\b([a-z]\w*))\s*(?:=|<>|!=|>=?|<=?|LIKE|IN\s*\()\s*(?:'((?:[^']|'')*)'|(-?\d+(?:\.\d+)?)\b)/gi

function comparedIn(golds: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const gold of golds)
    for (const [, ticked, quotedName, plain, text, number] of gold.matchAll(COMPARED)) {
      const name = (ticked ?? quotedName ?? plain ?? '').toLowerCase()
      const value = (text ?? number ?? '').replaceAll("''", "'").replace(/^%|%$/g, '')
      const list = found.get(name) ?? []
      found.set(name, list)
      if (list.length < KEYS && !list.includes(value)) list.push(value)
    }
  return found
}

const columnOf = (schema: ToldSchema, table: string, column: string | null): ToldColumn | undefined =>
  Object.values(schema.tables)
    .find(({ name }) => name.toLowerCase() === table.toLowerCase())
    ?.columns.find(({ name, primary_key }) => (column ? name.toLowerCase() === column.toLowerCase() : primary_key))

const isSame = (table: string, column: ToldColumn, other: ToldColumn['foreign_keys'][number]): boolean =>
  table === other.target_table && column.name === other.target_column

const isNumeric = (value: string): boolean => value.trim() !== '' && Number.isFinite(Number(value))

const rowOf = (row: readonly Value[]): string =>
  `(${row.map((value) => (typeof value === 'number' ? value : `'${value.replaceAll("'", "''")}'`)).join(', ')})`

const quoted = (name: string): string =>
  /^[a-z_]\w*$/i.test(name) && !RESERVED.has(name.toLowerCase()) ? name : `"${name}"`

const RESERVED: ReadonlySet<string> = new Set([
  'order',
  'group',
  'set',
  'index',
  'table',
  'transaction',
  'primary',
  'references',
  'check',
  'match',
  'key',
  'from',
  'to',
  'default',
  'values',
])
