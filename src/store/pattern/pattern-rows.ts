import type { ErrorPattern } from '../../contract/error-pattern.ts'
import type { Database } from '../database/database.ts'
import { change } from '../event/change.ts'
import type { EventTables } from '../event/event-tables.ts'
import { type By, settingDrafts } from '../event/setting-drafts.ts'

export type PatternTables = {
  error_pattern: { id: string; body: string; added_at: number }
}

/** Kinds of failures that were added through the API. */
export interface PatternRows {
  /** Replaces a pattern with the same id. */
  put(pattern: ErrorPattern, by: By): Promise<void>
  /** Whether there was one. */
  remove(id: string, by: By): Promise<boolean>
  /** The newest last. */
  list(): Promise<ErrorPattern[]>
}

export function patternRows(database: Database<PatternTables & EventTables>): PatternRows {
  return {
    put: (pattern, by) =>
      change(database, async (transaction, tell) => {
        const row = { id: pattern.id, body: JSON.stringify(pattern), added_at: by.at }
        await transaction
          .insertInto('error_pattern')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ body: row.body, added_at: row.added_at }))
          .execute()
        await tell(settingDrafts.changed(nameOf(pattern.id), pattern, by))
      }),
    remove: (id, by) =>
      change(database, async (transaction, tell) => {
        const { numDeletedRows } = await transaction.deleteFrom('error_pattern').where('id', '=', id).executeTakeFirst()
        if (numDeletedRows > 0n) await tell(settingDrafts.removed(nameOf(id), by))
        return numDeletedRows > 0n
      }),
    async list() {
      const query = database.db.selectFrom('error_pattern').select('body')
      const rows = await query.orderBy('added_at').orderBy('id').execute()
      return rows.map(({ body }) => JSON.parse(body) as ErrorPattern)
    },
  }
}

const nameOf = (id: string) => `error-pattern/${id}`
