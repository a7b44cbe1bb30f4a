import type { Generated } from 'kysely'

export type EventTables = { event: EventTable }

export interface EventTable {
  position: Generated<number>
  run_id: string
  seq: number
  last_seq: number
  type: string
  at: number
  /** The owner of the run, on `*.end` events only: the index of the log export holds nothing else. */
  end_user_id: string | null
  /** The whole entry as JSON. */
  body: string
}
