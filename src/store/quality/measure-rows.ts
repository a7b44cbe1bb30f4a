import type { Spent } from '../../contract/measure.ts'
import type { Database } from '../database/database.ts'
import type { QualityTables } from './quality-tables.ts'

/** Time and memory that one execution of a program spent. */
export interface MeasureRow extends Spent {
  userId: string
  codeHash: string
  at: number
}

export interface MeasureRows {
  add(measure: MeasureRow): Promise<void>
  /** The newest first. */
  last(of: { userId: string; codeHash: string; most: number }): Promise<MeasureRow[]>
  removeBefore(at: number): Promise<void>
  /** Removes the measures of at most this many programs of a user; gives the number of measures. */
  removeOf(userId: string, limit: number): Promise<number>
}

export function measureRows({ db }: Database<QualityTables>): MeasureRows {
  return {
    async add({ userId, codeHash, at, ...measured }) {
      const row = { user_id: userId, code_hash: codeHash, at, body: JSON.stringify(measured) }
      await db.insertInto('measure').values(row).execute()
    },
    async last({ userId, codeHash, most }) {
      const rows = await db
        .selectFrom('measure')
        .select(['at', 'body'])
        .where('user_id', '=', userId)
        .where('code_hash', '=', codeHash)
        .orderBy('at', 'desc')
        .limit(most)
        .execute()
      return rows.map(({ at, body }) => ({ userId, codeHash, at, ...JSON.parse(body) }))
    },
    async removeBefore(at) {
      await db.deleteFrom('measure').where('at', '<', at).execute()
    },
    async removeOf(userId, limit) {
      const next = db.selectFrom('measure').select('code_hash').where('user_id', '=', userId)
      const { numDeletedRows } = await db
        .deleteFrom('measure')
        .where('user_id', '=', userId)
        .where('code_hash', 'in', next.orderBy('code_hash').limit(limit))
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
