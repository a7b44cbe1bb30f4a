import type { StreamDraft } from '../../contract/event.ts'
import type { Database } from '../database/database.ts'
import { change } from '../event/change.ts'
import type { EventTables } from '../event/event-tables.ts'

export type BrowserTables = {
  browser_state: { session_id: string; user_id: string; body: string; saved_at: number }
}

/** The state that the browser of a session leaves behind for the next one. */
export interface BrowserState {
  sessionId: string
  userId: string
  savedAt: number
  /** Cookies and storage, as JSON. */
  body: unknown
}

/** Cookies and storage of the browsers of sessions; a row goes with its session. */
export interface BrowserRows {
  /** Replaces the state of this session. Does nothing when the session was removed meanwhile. */
  save(state: BrowserState): Promise<void>
  load(sessionId: string): Promise<BrowserState | undefined>
  /** Tells events that change no row, in the order given. */
  tell(drafts: StreamDraft[]): Promise<void>
}

export function browserRows(database: Database<BrowserTables & EventTables>): BrowserRows {
  const { db } = database
  return {
    async save({ sessionId, userId, savedAt, body }) {
      const row = { session_id: sessionId, user_id: userId, body: JSON.stringify(body), saved_at: savedAt }
      await db
        .insertInto('browser_state')
        .values(row)
        .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ body: row.body, saved_at: savedAt }))
        .execute()
    },
    async load(sessionId) {
      const row = await db
        .selectFrom('browser_state')
        .selectAll()
        .where('session_id', '=', sessionId)
        .executeTakeFirst()
      return row && { sessionId, userId: row.user_id, savedAt: row.saved_at, body: JSON.parse(row.body) }
    },
    async tell(drafts) {
      if (drafts.length > 0) await change(database, async (_, tell) => void (await tell(...drafts)))
    },
  }
}
