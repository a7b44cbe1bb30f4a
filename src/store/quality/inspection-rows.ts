import type { Database } from '../database/database.ts'
import type { InspectionRows } from '../store.ts'

export function inspectionRows({ db }: Database): InspectionRows {
  return {
    async get(key) {
      const row = await db.selectFrom('inspection').select('body').where('key', '=', key).executeTakeFirst()
      return row?.body
    },
    async put(entries) {
      if (entries.length === 0) return
      await db
        .insertInto('inspection')
        .values([...entries])
        // The same program and the same rules have the same answer.
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute()
    },
    async removeBefore(at) {
      await db.deleteFrom('inspection').where('at', '<', at).execute()
    },
  }
}
