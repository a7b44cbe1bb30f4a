import type { Generated } from 'kysely'

export type EventTables = { event: EventTable }

export interface EventTable {
  position: Generated<number>
  /** `KIND:ID`. */
  subject: string
  user_id: string
  seq: number
  last_seq: number
  type: string
  at: number
  /** The owner of the run, on `*.end` events of runs only: the index of the log export holds nothing else. */
  end_user_id: string | null
  /** PostgreSQL's number of the transaction that wrote it, 0 in SQLite: rows in this order are never joined by an earlier one. */
  written_in: Generated<number>
  /** The whole entry as JSON. */
  body: string
}
