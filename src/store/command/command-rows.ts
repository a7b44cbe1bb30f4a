import { columnText } from '../database/column-text.ts'
import type { Database } from '../database/database.ts'
import type { CommandRows } from '../store.ts'

export function commandRows({ db }: Database): CommandRows {
  return {
    async put({ id, userId, command, runId, outcome, rule, at }) {
      const row = { id, user_id: userId, command: columnText(command), run_id: runId, outcome, rule, at }
      await db
        .insertInto('command')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ run_id: runId, outcome, rule }))
        .execute()
    },
    async list({ userId, limit, before }) {
      const own = db.selectFrom('command').selectAll().where('user_id', '=', userId)
      const page = before === undefined ? own : own.where('id', '<', before)
      const rows = await page.orderBy('id', 'desc').limit(limit).execute()
      return rows.map(({ user_id, run_id, id, command, outcome, rule, at }) => ({
        id,
        userId: user_id,
        command,
        runId: run_id,
        outcome,
        rule,
        at,
      }))
    },
    async removeBefore(at) {
      await db.deleteFrom('command').where('at', '<', at).execute()
    },
    async removeOf(userId, limit) {
      const next = db.selectFrom('command').select('id').where('user_id', '=', userId).orderBy('id').limit(limit)
      const { numDeletedRows } = await db.deleteFrom('command').where('id', 'in', next).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
