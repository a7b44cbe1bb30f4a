import type { Insertable, Transaction } from 'kysely'
import type { EventOf } from '../../contract/event.ts'
import { columnText } from '../database/column-text.ts'
import type { RunEntry } from '../event/journal-entry.ts'
import type { ExecutionTable, RunTables } from './run-tables.ts'

/** The type comes from a program's output; the event keeps all of it. */
const MAX_ERROR_TYPE = 200
const ROWS_PER_INSERT = 1000

export async function addExecutions(
  transaction: Transaction<RunTables>,
  entries: RunEntry[],
  owners: Map<string, string>,
): Promise<void> {
  const ends = entries.filter((entry): entry is EventOf<'attempt.end'> => entry.type === 'attempt.end')
  for (let first = 0; first < ends.length; first += ROWS_PER_INSERT) {
    const rows = ends.slice(first, first + ROWS_PER_INSERT).map((end) => executionRow(end, owners.get(end.runId) ?? ''))
    await transaction.insertInto('execution').values(rows).execute()
  }
}

function executionRow(end: EventOf<'attempt.end'>, userId: string): Insertable<ExecutionTable> {
  const succeeded = end.endedBy === 'exit' && end.exitCode === 0 && end.error === undefined
  return {
    run_id: end.runId,
    user_id: userId,
    language: columnText(end.language),
    ended_by: end.endedBy,
    succeeded: succeeded ? 1 : 0,
    duration_ms: end.durationMs,
    wait_ms: end.waitMs,
    start_ms: end.startMs ?? null,
    start: end.start ?? null,
    error_type: end.error ? columnText(end.error.type).slice(0, MAX_ERROR_TYPE) : null,
  }
}
