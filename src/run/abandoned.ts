import { EngineError } from '../contract/errors.ts'
import type { Journal } from '../store/journal.ts'
import type { EventRows, RunRow } from '../store/store.ts'

/** Writes the `run.end` that a dead engine, or one whose store failed, could not write. */
export async function endAbandoned(
  run: Pick<RunRow, 'runId' | 'userId' | 'startedAt'>,
  parts: { journal: Journal; rows: EventRows; now: number },
): Promise<void> {
  const last = (await parts.journal.history(run.runId)).at(-1)
  if (last?.type === 'run.end') return
  const { runId, userId } = run
  const seq = (last?.seq ?? 0) + 1
  const envelope = { id: `${runId}.${seq}`, runId, sessionId: null, seq, at: parts.now, cause: last?.id ?? null }
  const error = new EngineError('RUN_INTERRUPTED', {}).toInfo()
  const durationMs = Math.max(0, parts.now - run.startedAt)
  await parts.rows.append([{ type: 'run.end', ...envelope, userId, outcome: 'error', durationMs, error }])
}
