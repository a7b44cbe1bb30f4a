import { openAsBlob } from 'node:fs'
import type { Results } from '@electric-sql/pglite'
import { type Database, SqlFailure } from './database.ts'
import { POSTGRES } from './dialect.ts'
import { PACKAGES, requirePackage } from './packages.ts'
import type { Statement } from './split-statements.ts'
import type { Cell, Table } from './table.ts'

/** One user and small data: the default buffers of a server would take a quarter of the sandbox's memory. */
const SMALL = ['shared_buffers=16MB', 'wal_buffers=1MB', 'min_wal_size=2MB', 'max_wal_size=16MB'].flatMap((setting) => [
  '-c',
  setting,
])

export async function openPostgres(): Promise<Database> {
  const { PGlite, types } = requirePackage('@electric-sql/pglite') as typeof import('@electric-sql/pglite')
  // A fresh cluster takes seconds to make; this one was made when the package was installed for sandboxes.
  const loadDataDir = await openAsBlob(`${PACKAGES}/cluster.tar`)
  const database = await PGlite.create({ loadDataDir, startParams: [...PGlite.defaultStartParams, ...SMALL] })
  const kinds = new Map(
    Object.entries(types).flatMap(([name, oid]) => (typeof oid === 'number' ? [[oid, name] as const] : [])),
  )
  // Values stay as the server writes them, and tables show them so.
  const parsers = Object.fromEntries([...kinds.keys()].map((oid) => [oid, (text: string) => text]))
  const onNotice = ({ message = '' }) => void process.stderr.write(`NOTICE: ${message}\n`)
  return {
    dialect: POSTGRES,
    async run(statement) {
      try {
        const results = await database.exec(statement.text, { rowMode: 'array', parsers, onNotice })
        const last = results.at(-1)
        return last && last.fields.length > 0 ? tableOf(last as unknown as TextResults, kinds) : undefined
      } catch (error) {
        throw failureOf(error as PostgresError, statement)
      }
    },
    async give({ names: [name = '', ...others], read }) {
      const { columns, rows } = read()
      const list = columns.map((column) => `${quote(column.name)} ${TYPE_OF[column.type]}`).join(', ')
      await database.exec(`create table ${quote(name)} (${list})`)
      const records = rows.map((row) => Object.fromEntries(columns.map((column, index) => [column.name, row[index]])))
      await database.query(`insert into ${quote(name)} select * from json_to_recordset($1) as given(${list})`, [
        records,
      ])
      for (const other of others) await database.exec(`create view ${quote(other)} as select * from ${quote(name)}`)
    },
  }
}

const TYPE_OF = { integer: 'bigint', real: 'double precision', text: 'text' }
const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

type TextResults = Results<(string | null)[]>

function tableOf({ fields, rows }: TextResults, kinds: Map<number, string>): Table {
  const columns = fields.map(({ name, dataTypeID }) => ({ name, type: kindOf(kinds.get(dataTypeID) ?? 'TEXT') }))
  return {
    columns,
    rows: rows.map((row) => row.map((text, index) => cellOf(text, columns[index]?.type ?? ''))),
  }
}

const kindOf = (name: string): string => (['INT2', 'INT4', 'INT8'].includes(name) ? 'integer' : name.toLowerCase())

function cellOf(text: string | null, type: string): Cell {
  if (text === null) return null
  if (type === 'bool') return text === 't'
  const isNumber = type === 'integer' || type === 'float4' || type === 'float8'
  const value = Number(text)
  return isNumber && String(value) === text && (type !== 'integer' || Number.isSafeInteger(value)) ? value : text
}

interface PostgresError extends Error {
  code?: string
  /** Counted from 1, in characters. */
  position?: string
  hint?: string
}

function failureOf({ message, code = '', position, hint }: PostgresError, { text, start }: Statement): SqlFailure {
  const type = code === '42601' ? 'SyntaxError' : code.startsWith('23') ? 'ConstraintError' : 'SqlError'
  const characters = [...text].slice(0, position === undefined ? 0 : Number(position) - 1)
  return new SqlFailure(type, message, { at: start + characters.join('').length, hint })
}
