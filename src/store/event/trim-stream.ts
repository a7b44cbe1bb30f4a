import type { Transaction } from 'kysely'
import type { Subject } from '../../contract/event/envelope.ts'
import type { EventTables } from './event-tables.ts'
import { hasLater } from './has-later.ts'

/** Events that the stream of one machine holds: calls that change it again and again must not fill the store. */
const MOST_EVENTS = 1000
/** Events removed at once. */
const STEP = 100

/**
 * Removes the oldest events of a machine beyond the limit, except the last of each type, which its fold needs. Numbers
 * only grow, so a reader sees the number of removed events by the gap.
 */
export async function trimStream(
  transaction: Transaction<EventTables>,
  { subject, seq }: { subject: Subject; seq: number },
): Promise<void> {
  if (!subject.startsWith('machine:') || seq <= MOST_EVENTS || seq % STEP !== 0) return
  const old = transaction
    .deleteFrom('event')
    .where('subject', '=', subject)
    .where('seq', '<=', seq - MOST_EVENTS)
  await old.where(hasLater).execute()
}
