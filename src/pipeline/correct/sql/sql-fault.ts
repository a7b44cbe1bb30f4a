import type { KnownTable } from '../../../language/language.ts'
import { offsetOf } from '../lines.ts'
import type { Fault } from '../strategy.ts'
import { readSql, type SqlStatement, type SqlToken, statementsOf } from './read-sql.ts'

export const SQL_LANGUAGES = ['sql', 'postgres', 'duckdb'] as const

/** A failure of SQL, with the code around it as tokens. */
export interface SqlFault {
  code: string
  language: string
  message: string
  type: string
  tokens: SqlToken[]
  /** Tables that the program did not make. */
  tables: readonly KnownTable[]
  /** Offset of the failure that the database reports. */
  at: number
  /** The statement that failed. */
  statement: SqlStatement
  /** Index, in the statement, of the failing token; the number of tokens at the end. */
  index: number
}

/** Undefined when the code has nothing that could be repaired. */
export function readFault({ code, language, diagnosis, facts: { tables = [] } }: Fault): SqlFault | undefined {
  const tokens = readSql(code, language)
  const at = diagnosis.line === undefined ? 0 : offsetOf(code, diagnosis)
  const statements = statementsOf(tokens)
  const statement = statements.find(({ end }) => at < end) ?? statements.at(-1)
  if (!statement) return undefined
  const found = statement.tokens.findIndex((token) => token.end > at)
  const index = found === -1 ? statement.tokens.length : found
  return { code, language, message: diagnosis.message, type: diagnosis.type, tokens, tables, at, statement, index }
}

/** Whether two names are the same to a database: case does not count. */
export const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** A name as the program wrote it, without quotes. */
export const nameOf = (token: SqlToken | undefined): string =>
  token === undefined ? '' : token.kind === 'name' ? token.value : token.kind === 'word' ? token.text : ''
