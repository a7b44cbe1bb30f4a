import type { ChangedFiles, SessionExecution } from '../../contract/session.ts'
import type { StateRow } from '../content/state-rows.ts'

/** One step of a session: to another state, by an execution, or both. */
export interface SessionStep {
  sessionId: string
  engineId: string
  usedAt: number
  state?: StateRow
  execution?: Omit<SessionExecution, 'n'>
  /** Nothing was done in the session: what was there is saved. */
  isSaving?: boolean
  /** The files that differ from the state before. */
  files?: ChangedFiles
  /** The checkpoint that the session is restored to. */
  checkpointId?: string
}
