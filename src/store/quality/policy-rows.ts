import type { GuardPolicy } from '../../contract/guard.ts'
import type { Database } from '../database/database.ts'
import { change } from '../event/change.ts'
import type { EventTables } from '../event/event-tables.ts'
import { type By, settingDrafts } from '../event/setting-drafts.ts'
import type { QualityTables } from './quality-tables.ts'

/** Policies of users about findings in their programs. */
export interface PolicyRows {
  get(userId: string): Promise<GuardPolicy | undefined>
  /** Replaces the previous policy. */
  put(policy: GuardPolicy, by: By): Promise<void>
  /** Whether there was one. */
  remove(by: By): Promise<boolean>
}

export function policyRows(database: Database<QualityTables & EventTables>): PolicyRows {
  return {
    async get(userId) {
      const query = database.db.selectFrom('guard_policy').select('body').where('user_id', '=', userId)
      const row = await query.executeTakeFirst()
      return row && (JSON.parse(row.body) as GuardPolicy)
    },
    put: (policy, by) =>
      change(database, async (transaction, tell) => {
        const body = JSON.stringify(policy)
        await transaction
          .insertInto('guard_policy')
          .values({ user_id: by.userId, body })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ body }))
          .execute()
        await tell(settingDrafts.changed(nameOf(by.userId), policy, by))
      }),
    remove: (by) =>
      change(database, async (transaction, tell) => {
        const own = transaction.deleteFrom('guard_policy').where('user_id', '=', by.userId)
        const { numDeletedRows } = await own.executeTakeFirst()
        if (numDeletedRows > 0n) await tell(settingDrafts.removed(nameOf(by.userId), by))
        return numDeletedRows > 0n
      }),
  }
}

const nameOf = (userId: string) => `guard-policy/${userId}`
