export type SessionTables = {
  session: SessionTable
  session_execution: { session_id: string; n: number; body: string }
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
