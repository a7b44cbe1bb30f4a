import type { EraseResult, PruneResult } from '../../contract/retention.ts'
import type { PruneChoice } from './prune-runs.ts'

/** Deletes runs and users, on request and periodically. */
export interface RetentionApi {
  /** Another user's run does not exist: RUN_NOT_FOUND. */
  deleteRun(runId: string, userId: string): Promise<void>
  pruneRuns(choice: PruneChoice): Promise<PruneResult>
  /** Deletes everything of a user. */
  eraseUser(userId: string): Promise<EraseResult>
  /** Deletes the runs beyond the limits; the engine calls it every hour. */
  sweep(): Promise<void>
}
