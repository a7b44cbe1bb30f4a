import type { Selectable } from 'kysely'
import type { StreamDraft } from '../../contract/event.ts'
import type { TaskResult } from '../../contract/task.ts'
import type { Database } from '../database/database.ts'
import { change } from '../event/change.ts'
import type { EventTables } from '../event/event-tables.ts'
import type { LeaseTables } from '../lease/lease-rows.ts'

export type TaskTables = { task: TaskTable }

interface TaskTable {
  id: string
  user_id: string
  engine_id: string
  outcome: TaskResult['outcome']
  started_at: number
  /** JSON. */
  body: string
}

export interface TaskRow extends TaskResult {
  userId: string
  /** When its lease expires, another engine ends the task. */
  engineId: string
}

/** Rows of tasks; each step of a task is told in the transaction that stores it. */
export interface TaskRows {
  /** Adds a task, or replaces it as long as it goes on. Gives the ids of the events; none, and nothing is changed, when it has ended. */
  put(task: TaskRow, ...told: StreamDraft[]): Promise<string[]>
  get(id: string): Promise<TaskRow | undefined>
  /** Newest first; `before` is the last id of the previous page. */
  list(filter: { userId: string; limit: number; before?: string }): Promise<TaskRow[]>
  /** Tasks that go on, of engines without a lease beyond `now`. */
  abandoned(now: number): Promise<TaskRow[]>
  /** Removes ended tasks that began before. */
  removeBefore(at: number): Promise<void>
  /** Removes at most this many of a user; gives their number. */
  removeOf(userId: string, limit: number): Promise<number>
}

export function taskRows(database: Database<TaskTables & EventTables & LeaseTables>): TaskRows {
  const { db, mask = (json) => json } = database
  const all = () => db.selectFrom('task').selectAll()
  return {
    put: ({ userId, engineId, ...task }, ...told) =>
      change(database, async (transaction, tell) => {
        const { id, outcome, startedAt } = task
        const body = mask(JSON.stringify(task))
        const row = { id, user_id: userId, engine_id: engineId, outcome, started_at: startedAt, body }
        const { numInsertedOrUpdatedRows = 0n } = await transaction
          .insertInto('task')
          .values(row)
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet({ outcome, body }).where('task.outcome', 'is', null),
          )
          .executeTakeFirst()
        if (numInsertedOrUpdatedRows === 0n) return []
        return (await tell(...told)).map((event) => event.id)
      }),
    async get(id) {
      const row = await all().where('id', '=', id).executeTakeFirst()
      return row && rowOf(row)
    },
    async list({ userId, limit, before }) {
      const own = all().where('user_id', '=', userId)
      const page = before === undefined ? own : own.where('id', '<', before)
      return (await page.orderBy('id', 'desc').limit(limit).execute()).map(rowOf)
    },
    async abandoned(now) {
      const living = db.selectFrom('engine_lease').select('engine_id').where('expires_at', '>', now)
      return (await all().where('outcome', 'is', null).where('engine_id', 'not in', living).execute()).map(rowOf)
    },
    async removeBefore(at) {
      await db.deleteFrom('task').where('started_at', '<', at).where('outcome', 'is not', null).execute()
    },
    async removeOf(userId, limit) {
      const next = db.selectFrom('task').select('id').where('user_id', '=', userId).orderBy('id').limit(limit)
      const { numDeletedRows } = await db.deleteFrom('task').where('id', 'in', next).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

const rowOf = ({ user_id, engine_id, body }: Selectable<TaskTable>): TaskRow => ({
  ...(JSON.parse(body) as TaskResult),
  userId: user_id,
  engineId: engine_id,
})
