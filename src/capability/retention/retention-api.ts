import type { EraseResult, PruneResult } from '../../contract/retention.ts'
import type { PruneChoice } from './prune-runs.ts'

/** Deleting runs and users, by request and by itself. */
export interface RetentionApi {
  /** Another user's run does not exist: RUN_NOT_FOUND. */
  deleteRun(runId: string, userId: string): Promise<void>
  pruneRuns(choice: PruneChoice): Promise<PruneResult>
  /** Everything of a user. */
  eraseUser(userId: string): Promise<EraseResult>
  /** Happens by itself every hour. */
  sweep(): Promise<void>
}
