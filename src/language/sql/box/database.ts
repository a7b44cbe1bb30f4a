import type { Dialect } from './dialect.ts'
import type { GivenTable } from './given-tables.ts'
import type { Statement } from './split-statements.ts'
import type { Table } from './table.ts'

/** One open connection. It lives as long as whoever opened it, so that a later statement sees what an earlier one did. */
export interface Database {
  dialect: Dialect
  /** Undefined for a statement that gives no rows back; throws `SqlFailure`. */
  run(statement: Statement): Promise<Table | undefined>
  give(table: GivenTable): Promise<void>
}

export class SqlFailure extends Error {
  readonly type: string
  /** Counted from the beginning of the program. */
  readonly at: number
  /** What the database itself suggests, where it does so apart from the message. */
  readonly hint: string | undefined

  constructor(type: string, message: string, place: { at: number; hint?: string | undefined }) {
    super(message)
    this.type = type
    this.at = place.at
    this.hint = place.hint
  }
}
