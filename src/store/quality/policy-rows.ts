import type { GuardPolicy } from '../../contract/guard.ts'
import type { Database } from '../database/database.ts'
import type { QualityTables } from './quality-tables.ts'

/** What users want done about findings in their programs. */
export interface PolicyRows {
  get(userId: string): Promise<GuardPolicy | undefined>
  /** Takes the place of the one before. */
  put(userId: string, policy: GuardPolicy): Promise<void>
  /** Whether there was one. */
  remove(userId: string): Promise<boolean>
}

export function policyRows({ db }: Database<QualityTables>): PolicyRows {
  return {
    async get(userId) {
      const row = await db.selectFrom('guard_policy').select('body').where('user_id', '=', userId).executeTakeFirst()
      return row && (JSON.parse(row.body) as GuardPolicy)
    },
    async put(userId, policy) {
      const body = JSON.stringify(policy)
      await db
        .insertInto('guard_policy')
        .values({ user_id: userId, body })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ body }))
        .execute()
    },
    async remove(userId) {
      const { numDeletedRows } = await db.deleteFrom('guard_policy').where('user_id', '=', userId).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
