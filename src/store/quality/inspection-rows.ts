import type { Database } from '../database/database.ts'
import type { QualityTables } from './quality-tables.ts'

/** Readings of programs, by their content: shared by all engines on the store. */
export interface InspectionRows {
  get(key: string): Promise<string | undefined>
  put(entries: readonly { key: string; body: string; at: number }[]): Promise<void>
  removeBefore(at: number): Promise<void>
}

export function inspectionRows({ db }: Database<QualityTables>): InspectionRows {
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
        // The same program and the same rules have the same result.
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute()
    },
    async removeBefore(at) {
      await db.deleteFrom('inspection').where('at', '<', at).execute()
    },
  }
}
