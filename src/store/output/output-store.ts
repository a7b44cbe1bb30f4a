/**
 * Which run needs which long output. A row is there before its bytes are, and goes after them: no bytes are ever left without a row,
 * and no event names bytes that are gone.
 */
export interface OutputRows {
  /** Before the bytes are written. Throws RUN_NOT_FOUND and RUN_ALREADY_ENDED, as storing the event that names them would. */
  begin(output: { runId: string; hash: string; bytes: number }): Promise<void>
  /**
   * Looks at so many outputs of deleted runs, and calls `remove` for those that no other run needs: while it works, no run can begin to
   * need them. None while somebody holds all content (see `content-hold.ts`). Answers with how many were looked at.
   */
  release(limit: number, remove: (hash: string) => Promise<void>): Promise<number>
}
