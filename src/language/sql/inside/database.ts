import type { Dialect } from './dialect.ts'
import type { GivenTable } from './given-tables.ts'
import type { Statement } from './split-statements.ts'
import type { Table } from './table.ts'

/** One open connection, kept open by its opener, so that a later statement sees the changes of an earlier one. */
export interface Database {
  dialect: Dialect
  /** Returns undefined for a statement without rows; throws `SqlFailure`. */
  run(statement: Statement): Promise<Table | undefined>
  give(table: GivenTable): Promise<void>
}

export class SqlFailure extends Error {
  readonly type: string
  /** Offset from the beginning of the program. */
  readonly at: number
  /** The database's own suggestion, if it gives one apart from the message. */
  readonly hint: string | undefined

  constructor(type: string, message: string, place: { at: number; hint?: string | undefined }) {
    super(message)
    this.type = type
    this.at = place.at
    this.hint = place.hint
  }
}
