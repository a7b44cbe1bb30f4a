import type { Generated } from 'kysely'
import type { CommandOutcome } from '../contract/command.ts'
import type { EndedBy } from '../contract/limits.ts'
import type { Outcome } from '../contract/run.ts'
import type { CheckpointRow } from './session-store.ts'
import type { StrategyOutcome } from './store.ts'

/**
 * The rows as both databases hold them. Times are milliseconds since 1970 as doubles, truth values are 0 and 1, and JSON
 * is text: what SQLite and PostgreSQL give back is then the same JavaScript value.
 */
export interface Tables {
  migration: { name: string; applied_at: Generated<string> }
  run: RunTable
  execution: ExecutionTable
  event: EventTable
  api_key: KeyTable
  strategy_outcome: StrategyOutcome
  error_pattern: { id: string; body: string; added_at: number }
  inspection: { key: string; body: string; at: number }
  guard_policy: { user_id: string; body: string }
  measure: { user_id: string; code_hash: string; at: number; body: string }
  command: CommandTable
  output_blob: { hash: string; run_id: string; bytes: number }
  task_lease: { task: string; engine_id: string; expires_at: number }
  engine_lease: { engine_id: string; expires_at: number }
  content: { hash: string; bytes: number; began_at: number; given_up: number }
  content_hold: { id: string; expires_at: number }
  state: { id: string; bytes: number; created_at: number }
  state_blob: { state_id: string; hash: string }
  session: SessionTable
  session_execution: { session_id: string; n: number; body: string }
  checkpoint: CheckpointTable
  volume: VolumeTable
  document: DocumentTable
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
  /** Counted when the run ends. */
  bytes: Generated<number>
  /** Not null from the moment its deletion begins: from then on nobody sees it. */
  deleted_at: Generated<number | null>
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

export interface KeyTable {
  id: string
  hash: string
  user_id: string
  admin: number
  label: string
  start: string
  created_at: number
  revoked_at: number | null
}

/** One command of the shell that was asked for, run or not. */
export interface CommandTable {
  id: string
  user_id: string
  command: string
  run_id: string | null
  outcome: CommandOutcome | null
  rule: string | null
  at: number
}

export interface SessionTable {
  id: string
  user_id: string
  conversation: string
  /** JSON. */
  settings: string
  state_id: string | null
  executions: number
  created_at: number
  used_at: number
  engine_id: string | null
  branched_from: string | null
}

export interface CheckpointTable {
  id: string
  user_id: string
  session_id: string
  conversation: string
  kind: CheckpointRow['kind']
  created_at: number
  state_id: string
  /** What nobody searches for, as JSON. */
  body: string
}

export interface VolumeTable {
  id: string
  user_id: string
  name: string
  version: number
  state_id: string | null
  bytes: number
  files: number
  max_bytes: number
  max_files: number
  created_at: number
  changed_at: number
}

export interface DocumentTable {
  kind: string
  id: string
  user_id: string
  created_at: number
  revision: number
  /** JSON. */
  body: string
}
