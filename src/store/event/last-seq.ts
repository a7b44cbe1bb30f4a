import type { Kysely } from 'kysely'
import type { Subject } from '../../contract/event/envelope.ts'
import type { EventTables } from './event-tables.ts'

/** The number of the last event of a stream; 0 without one. Reads one row, however long the stream is. */
export async function lastSeq(db: Kysely<EventTables>, subject: Subject): Promise<number> {
  const stream = db.selectFrom('event').where('subject', '=', subject)
  return (await stream.select('last_seq').orderBy('seq', 'desc').limit(1).executeTakeFirst())?.last_seq ?? 0
}
