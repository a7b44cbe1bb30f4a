import type { ErrorPattern } from '../../contract/error-pattern.ts'
import type { Database } from '../database/database.ts'
import type { PatternRows } from '../store.ts'

export function patternRows({ db }: Database): PatternRows {
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
