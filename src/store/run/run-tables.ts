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
  /** A JSON list, in the order the blocks named them. */
  languages: string
  /** Null unless somebody wants it cancelled who does not run it. */
  cancel_asked_at: number | null
}

/** One for each `attempt.end`: statistics are counted here, without opening a single event. */
export interface ExecutionTable {
  position: Generated<number>
  run_id: string
  user_id: string
  language: string
  ended_by: EndedBy
  succeeded: number
  duration_ms: number
  error_type: string | null
  /** Null in rows that are older than the column. */
  wait_ms: number | null
  /** Null when no sandbox stood ready. */
  start_ms: number | null
  start: 'warm' | 'cold' | null
}
