import { makeId } from '../../contract/id.ts'
import type { PruneResult } from '../../contract/retention.ts'
import type { RunDeletion } from './delete-runs.ts'

/** Most runs that one call deletes, so that it answers in seconds; a caller repeats it for more. */
const MOST_AT_ONCE = 1000

export interface PruneChoice {
  userId: string
  /** Only runs that began before this moment. */
  beforeMs?: number
  /** Number of newest runs that stay, however old they are. */
  keep?: number
  /** Counts the runs without deleting them. */
  isDryRun?: boolean
}

/** Deletes ended runs of one user; running ones stay. */
export async function pruneRuns(deletion: RunDeletion, choice: PruneChoice): Promise<PruneResult> {
  const { userId, beforeMs, keep = 0, isDryRun = false } = choice
  const limit = beforeMs === undefined ? undefined : firstIdAt(beforeMs)
  const result = { deleted: 0, bytes: 0, running: 0, more: false }
  let newer = 0
  // The newest runs are counted over all runs, not only those before `beforeMs`.
  for await (const run of deletion.runsOf(userId, keep === 0 ? limit : undefined)) {
    if (newer++ < keep || (limit !== undefined && run.runId >= limit)) continue
    if (!run.isEnded) {
      result.running++
      continue
    }
    if (!isDryRun && result.deleted === MOST_AT_ONCE) {
      result.more = true
      break
    }
    const removed = isDryRun ? run : await deletion.remove(run.runId, 'asked')
    if (!removed) continue
    result.deleted++
    result.bytes += removed.bytes
  }
  if (!isDryRun) await deletion.release()
  return result
}

/** The smallest id that a run of this moment can have. */
export const firstIdAt = (atMs: number): string => makeId('run', Math.max(0, Math.floor(atMs)), new Uint8Array())
