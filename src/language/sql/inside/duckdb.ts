import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api'
import type { DataTable } from './data-table.ts'
import { type Database, SqlFailure } from './database.ts'
import { DUCKDB } from './dialect.ts'
import { requirePackage } from './packages.ts'
import type { Statement } from './split-statements.ts'
import type { Cell, Table } from './table.ts'

/** Without these DuckDB takes a thread for each core of the host, and asks its server for extensions. */
const SETTINGS = { threads: '2', autoinstall_known_extensions: 'false', temp_directory: '/tmp/duckdb' }

export async function openDuckdb(): Promise<Database> {
  const { DuckDBInstance, ResultReturnType } = requirePackage('@duckdb/node-api') as typeof import('@duckdb/node-api')
  const connection = await (await DuckDBInstance.create(':memory:', SETTINGS)).connect()
  return {
    dialect: DUCKDB,
    async run(statement) {
      const result = await connection.run(statement.text).catch((error: Error) => {
        throw failureOf(error, statement)
      })
      return result.returnType === ResultReturnType.QUERY_RESULT ? tableOf(result) : undefined
    },
    async give({ names, path, read }) {
      if (path !== undefined) {
        const own = names.filter((name) => name !== path)
        for (const name of own) await connection.run(`create view ${quote(name)} as select * from ${literal(path)}`)
        return
      }
      for (const name of names) await fill(connection, name, read())
    },
  }
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

async function fill(connection: DuckDBConnection, name: string, { columns, rows }: DataTable): Promise<void> {
  const list = columns
    .map((column) => `${quote(column.name)} ${column.type === 'text' ? 'varchar' : 'bigint'}`)
    .join(', ')
  await connection.run(`create table ${quote(name)} (${list})`)
  const appender = await connection.createAppender(name)
  for (const row of rows) {
    for (const [index, value] of row.entries()) {
      if (columns[index]?.type === 'text') appender.appendVarchar(String(value))
      else appender.appendBigInt(BigInt(Number(value)))
    }
    appender.endRow()
  }
  appender.closeSync()
}

async function tableOf(result: DuckDBResult): Promise<Table> {
  const types = result.columnTypes().map(String)
  const columns = result.columnNames().map((name, index) => ({ name, type: kindOf(types[index] ?? '') }))
  const rows = (await result.getRowsJson()) as Cell[][]
  return { columns, rows: rows.map((row) => row.map((cell, index) => numberOf(cell, columns[index]?.type ?? ''))) }
}

function kindOf(type: string): string {
  if (/^U?(?:TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)$/.test(type)) return 'integer'
  return type === 'FLOAT' || type === 'DOUBLE' ? 'real' : type.toLowerCase()
}

/** Large types always come as text. */
function numberOf(cell: Cell, type: string): Cell {
  return type === 'integer' && typeof cell === 'string' && Number.isSafeInteger(Number(cell)) ? Number(cell) : cell
}

const TYPES: Record<string, string> = { Parser: 'SyntaxError', Constraint: 'ConstraintError' }

/** Reads `Parser Error: message`, a blank line, `LINE 2: the line`, and a marker below the place. */
function failureOf({ message }: Error, { text, start }: Statement): SqlFailure {
  const [, kind = '', what = message] = /^(\w+) Error: ([\s\S]*?)(?:\n\nLINE |$)/.exec(message) ?? []
  const [, line, shown, spaces] = /\nLINE (\d+): (.*)\n( *)\^/.exec(message) ?? []
  const type = TYPES[kind] ?? 'SqlError'
  if (line === undefined || shown === undefined || spaces === undefined)
    return new SqlFailure(type, what, { at: start })
  const lines = text.split('\n')
  const before = lines.slice(0, Number(line) - 1).reduce((sum, one) => sum + one.length + 1, 0)
  const column = spaces.length - `LINE ${line}: `.length
  // DuckDB shows a part of a long line, with dots before the part.
  const cut = shown.startsWith('...')
    ? (lines[Number(line) - 1] ?? '').indexOf(shown.replace(/^\.{3}|\.{3}$/g, '')) - 3
    : 0
  return new SqlFailure(type, what, { at: start + before + Math.max(0, cut + column) })
}
