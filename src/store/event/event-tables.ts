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
  /** PostgreSQL's number of the writing transaction, 0 in SQLite: in this order no row appears before one that was seen. */
  written_in: Generated<number>
  /** The whole entry as JSON. */
  body: string
}
