import { EngineError } from '../contract/errors.ts'
import { eventId, type Subject } from '../contract/event/envelope.ts'
import type { ErrorInfo } from '../contract/run.ts'
import type { EventRows } from '../store/event/event-rows.ts'
import type { RunRow } from '../store/run/run-rows.ts'

/** A run whose `run.end` nobody could write; `error` is the reason, where it is known. */
export type OwedEnd = Pick<RunRow, 'runId' | 'userId' | 'startedAt'> & { turn: number; error?: ErrorInfo }

/** More events than a run can emit between two stored ones. */
export const LOST_NUMBERS = 1_000_000

/** Writes the `run.end` that a dead engine, or one whose store failed, could not write. */
export async function endAbandoned(
  run: OwedEnd,
  { rows, now }: { rows: Pick<EventRows, 'read' | 'append'>; now: number },
): Promise<void> {
  const { runId, userId } = run
  // Reads the rows alone: output whose blob is damaged must not keep a run from its end.
  const last = (await rows.read(runId, 0)).at(-1)
  if (last?.type === 'run.end') return
  const lastSeq = last?.type === 'output.segment' ? last.lastSeq : (last?.seq ?? 0)
  // Readers may have seen output that was not stored yet; its numbers must not be used again.
  const seq = lastSeq + LOST_NUMBERS
  const subject: Subject = `run:${runId}`
  const cause = lastSeq > 0 ? eventId(subject, lastSeq) : null
  const envelope = { id: eventId(subject, seq), subject, userId, runId, sessionId: null, seq, at: now, cause }
  const error = run.error ?? new EngineError('RUN_INTERRUPTED', {}).toInfo()
  const durationMs = Math.max(0, now - run.startedAt)
  try {
    await rows.append([{ type: 'run.end', ...envelope, outcome: 'error', durationMs, error }], run.turn)
  } catch (failure) {
    // Another engine was faster.
    const isLate = failure instanceof EngineError && ['RUN_ALREADY_ENDED', 'RUN_TAKEN'].includes(failure.code)
    if (!isLate) throw failure
  }
}
