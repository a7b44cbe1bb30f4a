import type { SessionExecution } from '../../contract/session.ts'
import type { StateRow } from '../content/state-rows.ts'

/** A session goes on: to another state, by an execution, or both. */
export interface SessionStep {
  sessionId: string
  engineId: string
  usedAt: number
  state?: StateRow
  execution?: Omit<SessionExecution, 'n'>
  /** The checkpoint whose state it goes back to. */
  checkpointId?: string
}
