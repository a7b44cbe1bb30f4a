import type { Generated } from 'kysely'
import type { EndedBy } from '../../contract/limits.ts'
import type { Outcome } from '../../contract/run.ts'

export type RunTables = {
  run: RunTable
  execution: ExecutionTable
}

export interface RunTable {
  run_id: string
  user_id: string
  engine_id: string
  started_at: number
  /** Null while the run goes on. */
  outcome: Outcome | null
  duration_ms: number | null
  /** A JSON list, in the order of the blocks. */
  languages: string
  /** Of the block that needed most; null in rows older than the column. */
  attempts: Generated<number | null>
  /** Empty until a program is found; null in rows older than the column, until somebody lists them. */
  title: Generated<string | null>
  /** Null unless a caller at another engine wants it cancelled. */
  cancel_asked_at: number | null
  /** Grows each time an engine takes the run from a dead one: events of an earlier turn are refused. */
  turn: Generated<number>
  /** Of the request, where the run may be begun again; null where its effects may have left its sandbox. */
  fingerprint: Generated<string | null>
  /** Counted when the run ends. */
  bytes: Generated<number>
  /** Set when the deletion of the run begins: from then on nobody sees it. */
  deleted_at: Generated<number | null>
}

/** One row for each `attempt.end`: statistics are counted here, without reading events. */
export interface ExecutionTable {
  position: Generated<number>
  run_id: string
  user_id: string
  language: string
  ended_by: EndedBy
  succeeded: number
  duration_ms: number
  error_type: string | null
  /** Null in rows older than the column. */
  wait_ms: number | null
  /** Null when no sandbox was ready. */
  start_ms: number | null
  start: 'warm' | 'cold' | null
}
