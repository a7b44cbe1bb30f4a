import type { DeletionReason } from '../../contract/retention.ts'

/** What the sweep weighs: no more of a run than that. */
export interface KeptRun {
  runId: string
  bytes: number
  isEnded: boolean
}

/** Deleting runs, a bounded piece at a time: SQLite answers in the thread that serves everybody. */
export interface RetentionRows {
  /**
   * Takes a run out of sight, with its executions and its lines of the log, tells `run.deleted` on its stream, which stays, and begins to
   * delete its other events. Undefined when there is no such run, or somebody has begun before; throws RUN_STILL_RUNNING for one that goes on.
   */
  begin(
    runId: string,
    told: { at: number; why: DeletionReason },
  ): Promise<{ bytes: number; isGone: boolean } | undefined>
  /** Deletes the next events of a run that is out of sight; true when nothing of it is left but output to release. */
  goOn(runId: string): Promise<boolean>
  /** Runs out of sight whose deletion has not ended: somebody was killed. */
  unfinished(limit: number): Promise<string[]>
  /** Ended runs of anybody with smaller ids than this, the oldest first. */
  olderThan(runId: string, limit: number): Promise<string[]>
  /** Runs of one user, the newest first. */
  page(filter: { userId: string; before?: string; limit: number }): Promise<KeptRun[]>
  /** The first user with runs after this one, in the order of names. */
  nextUser(after: string): Promise<string | undefined>
  /** Removes what deletions told before this moment, so many at most; answers with how many there were. */
  forget(before: number, limit: number): Promise<number>
  /** Deletes events by their positions: of a user of whom everything goes. */
  drop(positions: readonly number[]): Promise<void>
  /** Whether this engine may sweep until then: one at a time does, on all machines. Again makes it longer. */
  takeTurn(engineId: string, time: { now: number; until: number }): Promise<boolean>
  endTurn(engineId: string): Promise<void>
}
