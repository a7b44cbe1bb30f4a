import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { EventTable, EventTables } from './event-tables.ts'
import type { JournalEntry } from './journal-entry.ts'

/** The place of an entry among all of its user: later entries stand behind it. */
export interface Place {
  writtenIn: number
  position: number
}

export interface PlaceRows {
  /**
   * Everything of one user behind a place, in the order of places. Entries that an earlier one might still precede are
   * held back. Types in `except` are passed over.
   */
  readUser(
    userId: string,
    page: { after: Place; limit: number; except?: readonly string[] },
  ): Promise<{ place: Place; entry: JournalEntry }[]>
  /** The last place that `readUser` would give; all zero when there is none. */
  lastPlace(userId: string): Promise<Place>
}

type ReadEntry = (row: Pick<EventTable, 'subject' | 'user_id' | 'body'>, where: string) => JournalEntry

/**
 * Orders everything of one user so that it only grows at its end. SQLite has one writer at a time, so positions follow
 * the commits. PostgreSQL's do not: there the number of the transaction comes first, and rows wait until every older
 * transaction has ended, since it may still write before them.
 */
export function userPlaces({ db, kind, where }: Database<EventTables>, entryOf: ReadEntry): PlaceRows {
  const settled = (userId: string) => {
    const own = db.selectFrom('event').where('user_id', '=', userId)
    // The value is the same for all rows, and is still given, since SQLite searches an index by its last column only
    // behind equal ones.
    if (kind === 'sqlite') return own.where('written_in', '=', 0)
    return own.where('written_in', '<', sql<number>`txid_snapshot_xmin(txid_current_snapshot())`)
  }
  const behind = ({ writtenIn, position }: Place) =>
    kind === 'sqlite'
      ? sql<boolean>`position > ${position}`
      : sql<boolean>`(written_in, position) > (${writtenIn}, ${position})`
  return {
    async readUser(userId, { after, limit, except = [] }) {
      const own = settled(userId)
      const wanted = except.length === 0 ? own : own.where('type', 'not in', except)
      const rows = await wanted
        .select(['written_in', 'position', 'subject', 'user_id', 'body'])
        .where(behind(after))
        .orderBy('written_in')
        .orderBy('position')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ place: placeOf(row), entry: entryOf(row, where) }))
    },
    async lastPlace(userId) {
      const query = settled(userId).select(['written_in', 'position'])
      const row = await query.orderBy('written_in', 'desc').orderBy('position', 'desc').limit(1).executeTakeFirst()
      return row ? placeOf(row) : { writtenIn: 0, position: 0 }
    },
  }
}

const placeOf = (row: { written_in: number; position: number }): Place => ({
  writtenIn: Number(row.written_in),
  position: Number(row.position),
})
