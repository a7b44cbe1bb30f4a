import { DatabaseSync } from 'node:sqlite'
import { type Database, SqlFailure } from './database.ts'
import { SQLITE } from './dialect.ts'
import type { Token } from './read-tokens.ts'
import type { Statement } from './split-statements.ts'
import type { Cell, Table } from './table.ts'

const CONSTRAINT = 19
/** Messages that name a token without its place. */
const NAMED =
  /^no such (?:column|table|function): (?:\w+\.)*(.+)$|^ambiguous column name: (?:\w+\.)*(.+)$|has no column named (.+)$/

export function openSqlite(): Database {
  const database = new DatabaseSync(':memory:')
  return {
    dialect: SQLITE,
    async run(statement) {
      try {
        return query(database, statement.text)
      } catch (error) {
        throw failureOf(error as SqliteError, statement, database)
      }
    },
    async give({ names: [name = '', ...others], read }) {
      const { columns, rows } = read()
      const list = columns.map((column) => `${quote(column.name)} ${column.type}`).join(', ')
      database.exec(`begin; create table ${quote(name)} (${list})`)
      const insert = database.prepare(`insert into ${quote(name)} values (${columns.map(() => '?').join(', ')})`)
      for (const row of rows) insert.run(...row)
      for (const other of others) database.exec(`create view ${quote(other)} as select * from ${quote(name)}`)
      database.exec('commit')
    },
  }
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

function query(database: DatabaseSync, text: string): Table | undefined {
  const prepared = database.prepare(text)
  // Whole numbers come as bigint, which distinguishes them from real ones and keeps every digit.
  prepared.setReadBigInts(true)
  prepared.setReturnArrays(true)
  const rows = prepared.all() as unknown as unknown[][]
  const names = prepared.columns().map(({ name }) => name)
  if (names.length === 0) return undefined
  const isReal = names.map((_, index) => rows.some((row) => typeof row[index] === 'number'))
  return {
    columns: names.map((name, index) => ({ name, type: isReal[index] ? 'real' : 'any' })),
    rows: rows.map((row) => row.map(cellOf)),
  }
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`
  return value as Cell
}

interface SqliteError extends Error {
  errcode?: number
}

function failureOf(error: SqliteError, statement: Statement, database: DatabaseSync): SqlFailure {
  const { message } = error
  const near = /^near "(.*)": syntax error$/s.exec(message)?.[1]
  const unknown = /^unrecognized token: "(.*)"$/s.exec(message)?.[1]
  const strange = unknown && statement.tokens.find(({ text }) => text.startsWith(unknown))
  if (strange) return new SqlFailure('SyntaxError', message, { at: strange.start })
  const isSyntax = near !== undefined || unknown !== undefined || message === 'incomplete input'
  if (isSyntax) return new SqlFailure('SyntaxError', message, { at: syntaxPlace(statement, near, database) })
  const isConstraint = ((error.errcode ?? 0) & 0xff) === CONSTRAINT
  const named = NAMED.exec(message)
    ?.slice(1)
    .find((name) => name !== undefined)
  const tokens = statement.tokens.filter(({ text }) => text.replace(/^["'`[]|["'`\]]$/g, '') === named)
  // A column behind its table is never ambiguous, and a name behind `as` is an alias.
  const isUse = (token: Token) => !['.', 'as'].includes(before(statement, token)?.text.toLowerCase() ?? '')
  const token = message.startsWith('ambiguous') ? tokens.find(isUse) : tokens[0]
  return new SqlFailure(isConstraint ? 'ConstraintError' : 'SqlError', message, { at: token?.start ?? statement.start })
}

const before = ({ tokens }: Statement, token: Token): Token | undefined => tokens[tokens.indexOf(token) - 1]

/** SQLite reports the token without its place: it is the first of that name up to which the text cannot be parsed. */
function syntaxPlace({ text, start, tokens }: Statement, near: string | undefined, database: DatabaseSync): number {
  const last = tokens.at(-1)
  const end = last ? last.start + last.text.length : start
  if (near === undefined) return end
  const candidates = tokens.filter((token) => token.text === near)
  const failing = candidates.find((token) => {
    try {
      database.prepare(text.slice(0, token.start + token.text.length - start))
      return false
    } catch (error) {
      return (error as Error).message.startsWith('near ')
    }
  })
  return failing?.start ?? candidates.at(-1)?.start ?? start
}
