import type { ErrorPattern } from '../../contract/error-pattern.ts'
import type { Database } from '../database/database.ts'

export type PatternTables = {
  error_pattern: { id: string; body: string; added_at: number }
}

/** Kinds of failures that were added through the API. */
export interface PatternRows {
  /** Takes the place of one with the same id. */
  put(pattern: ErrorPattern, at: number): Promise<void>
  /** Whether there was one. */
  remove(id: string): Promise<boolean>
  /** The newest last. */
  list(): Promise<ErrorPattern[]>
}

export function patternRows({ db }: Database<PatternTables>): PatternRows {
  return {
    async put(pattern, at) {
      const row = { id: pattern.id, body: JSON.stringify(pattern), added_at: at }
      await db
        .insertInto('error_pattern')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ body: row.body, added_at: row.added_at }))
        .execute()
    },
    async remove(id) {
      const { numDeletedRows } = await db.deleteFrom('error_pattern').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },
    async list() {
      const rows = await db.selectFrom('error_pattern').select('body').orderBy('added_at').orderBy('id').execute()
      return rows.map(({ body }) => JSON.parse(body) as ErrorPattern)
    },
  }
}
