import { setImmediate as otherWork } from 'node:timers/promises'
import { EngineError } from '../../contract/errors.ts'
import type { DeletionReason } from '../../contract/retention.ts'
import type { OutputRows } from '../../store/output/output-rows.ts'
import type { KeptRun, RetentionRows } from '../../store/retention/retention-rows.ts'

export interface DeletionParts {
  rows: RetentionRows
  outputs: OutputRows
  /** Removes the bytes of long output. */
  removeOutput(hash: string): Promise<void>
  /** Forgets everything that was learnt from this run alone. */
  forget?(runId: string): Promise<void>
  clock(): number
}

const RUNS_PER_PAGE = 500
const OUTPUTS_AT_ONCE = 20

export type RunDeletion = ReturnType<typeof createRunDeletion>

/**
 * Deletes runs piece by piece; `finish` completes deletions that a kill interrupted. Other work has a turn between two
 * pieces.
 */
export function createRunDeletion({ rows, outputs, removeOutput, forget, clock }: DeletionParts) {
  async function goOn(runId: string): Promise<void> {
    do await otherWork()
    while (!(await rows.goOn(runId)))
  }

  return {
    /**
     * The bytes that the deleted run took; undefined when there is no such run. Throws RUN_STILL_RUNNING for a run that
     * goes on.
     */
    async remove(runId: string, why: DeletionReason): Promise<{ bytes: number } | undefined> {
      // First: after a kill in between the run is still there, and is deleted again.
      await forget?.(runId)
      const begun = await rows.begin(runId, { at: clock(), why })
      if (begun && !begun.isGone) await goOn(runId)
      return begun
    },
    /** Completes the deletions of a server that was killed. */
    finish: goOn,
    /** Removes the output of deleted runs that no other run needs. */
    async release(): Promise<void> {
      while ((await outputs.release(OUTPUTS_AT_ONCE, removeOutput)) > 0) await otherWork()
    },
    /** Runs of a user, the newest first, beginning behind `before`. */
    async *runsOf(userId: string, before?: string): AsyncGenerator<KeptRun> {
      for (let last = before; ; await otherWork()) {
        const page = await rows.page({ userId, limit: RUNS_PER_PAGE, ...(last && { before: last }) })
        yield* page
        last = page.at(-1)?.runId
        if (page.length < RUNS_PER_PAGE) return
      }
    },
  }
}

/** A run may begin or end after it was listed. */
export const isStillRunning = (error: unknown): boolean =>
  error instanceof EngineError && error.code === 'RUN_STILL_RUNNING'
