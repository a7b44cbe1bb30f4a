/** What the sweep weighs: no more of a run than that. */
export interface KeptRun {
  runId: string
  bytes: number
  isEnded: boolean
}

/** Deleting runs, a bounded piece at a time: SQLite answers in the thread that serves everybody. */
export interface RetentionRows {
  /**
   * Takes a run out of sight, with its executions and its lines of the log, and begins to delete its events. Undefined when there is no
   * such run, or somebody has begun before; throws RUN_STILL_RUNNING for one that goes on.
   */
  begin(runId: string, at: number): Promise<{ userId: string; bytes: number; isGone: boolean } | undefined>
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
  /** Whether this engine may sweep until then: one at a time does, on all machines. Again makes it longer. */
  takeTurn(engineId: string, time: { now: number; until: number }): Promise<boolean>
  endTurn(engineId: string): Promise<void>
}
