import type { Transaction } from 'kysely'
import type { EventOf } from '../../contract/event.ts'
import type { RunEntry } from '../event/journal-entry.ts'
import type { LearningTables } from './learning-tables.ts'

/** A run whose end is stored has its feedback in the queue: a kill between the two is impossible. */
export async function addOwedFeedback(
  transaction: Transaction<LearningTables>,
  entries: RunEntry[],
  owners: Map<string, string>,
): Promise<void> {
  const ends = entries.filter((entry): entry is EventOf<'run.end'> => entry.type === 'run.end')
  if (ends.length === 0) return
  const waiting = { state: 'waiting', attempts: 0, next_at: 0, problem: null, body: null } as const
  const rows = ends.map(({ runId, at }) => ({
    ...{ id: runId, user_id: owners.get(runId) ?? '', run_id: runId, at },
    ...waiting,
  }))
  await transaction
    .insertInto('feedback')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
