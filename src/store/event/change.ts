import type { Transaction } from 'kysely'
import { eventId } from '../../contract/event/envelope.ts'
import type { StreamDraft, StreamEvent } from '../../contract/event.ts'
import type { Database } from '../database/database.ts'
import { lockName } from '../database/lock-name.ts'
import { currentCause } from './caused-by.ts'
import type { EventTables } from './event-tables.ts'
import { lastSeq } from './last-seq.ts'
import { trimStream } from './trim-stream.ts'

/** Tells the events of a change; the last step of its transaction that waits for others, so that no two transactions deadlock. */
export type Tell = (...drafts: StreamDraft[]) => Promise<StreamEvent[]>

/**
 * Makes a change of rows and stores its events, in one transaction: neither exists without the other. Resolves when
 * both are durable; listeners are called then.
 */
export async function change<Tables extends EventTables, T>(
  database: Database<Tables>,
  work: (transaction: Transaction<Tables>, tell: Tell) => Promise<T>,
): Promise<T> {
  const told: StreamEvent[] = []
  const answer = await database.db.transaction().execute((transaction) =>
    work(transaction, async (...drafts) => {
      // Kysely cannot see in a generic type that these tables are among them.
      const events = transaction as unknown as Transaction<EventTables>
      // Told in one order, so that two changes about the same subjects do not wait for each other.
      const added: StreamEvent[] = []
      for (const draft of drafts.toSorted((one, other) => order(one.subject, other.subject))) {
        added.push(await addEvent(database, events, draft))
      }
      told.push(...added)
      return added
    }),
  )
  await database.synced?.()
  if (told.length > 0) for (const listener of database.listeners ?? []) listener(told)
  return answer
}

const order = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1)

async function addEvent(
  { kind, mask }: Pick<Database<never>, 'kind' | 'mask'>,
  transaction: Transaction<EventTables>,
  draft: StreamDraft,
): Promise<StreamEvent> {
  const { type, subject, userId, at, runId = null, sessionId = null, cause = currentCause(), ...data } = draft
  await lockName(transaction, kind, `events of ${subject}`)
  const seq = (await lastSeq(transaction, subject)) + 1
  const envelope = { id: eventId(subject, seq), subject, userId, runId, sessionId, seq, at, cause }
  const json = JSON.stringify({ type, ...envelope, ...data })
  const body = mask?.(json) ?? json
  const row = { subject, user_id: userId, seq, last_seq: seq, type, at, end_user_id: null, body }
  await transaction.insertInto('event').values(row).execute()
  await trimStream(transaction, { subject, seq })
  return JSON.parse(body) as StreamEvent
}
