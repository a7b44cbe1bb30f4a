import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { FeedbackTable, LearningTables } from './learning-tables.ts'

/** Feedback that waits to be learnt from. */
export interface OwedFeedback {
  /** The id of its run, or of feedback that somebody sent. */
  id: string
  userId: string
  runId: string
  attempts: number
  nextAt: number
  at: number
  isLearnt: boolean
  /** Undefined for the feedback of a run, which its events tell. */
  sent: unknown
}

export interface FeedbackRows {
  /** Adds feedback that somebody sent; resolves when it survives a kill. */
  send(items: readonly { id: string; userId: string; runId: string; at: number; body: unknown }[]): Promise<void>
  /** The feedback that is due, the longest waiting first. */
  due(now: number, limit: number): Promise<OwedFeedback[]>
  /** Whether nobody else has taken it meanwhile; others find it again at `untilMs`. */
  claim(owed: Pick<OwedFeedback, 'id' | 'nextAt'>, untilMs: number): Promise<boolean>
  note(
    id: string,
    change: { state?: FeedbackTable['state']; attempts: number; nextAt: number; problem: string },
  ): Promise<void>
  /** The feedback is done with. */
  drop(id: string): Promise<void>
  /** Gives up the oldest feedback of users with more than this many that wait. */
  bound(most: number): Promise<number>
  counts(userId: string): Promise<Record<FeedbackTable['state'], number>>
  removeRun(runId: string): Promise<void>
  removeOf(userId: string, limit: number): Promise<number>
}

export function feedbackRows({ db, mask = (json) => json }: Database<LearningTables>): FeedbackRows {
  return {
    async send(items) {
      const waiting = { state: 'waiting', attempts: 0, next_at: 0, problem: null } as const
      const rows = items.map(({ id, userId, runId, at, body }) => ({
        ...{ id, user_id: userId, run_id: runId, at, body: mask(JSON.stringify(body)), ...waiting },
      }))
      await db.insertInto('feedback').values(rows).execute()
    },
    async due(now, limit) {
      const waiting = db.selectFrom('feedback').selectAll().where('state', '=', 'waiting').where('next_at', '<=', now)
      return (await waiting.orderBy('next_at').orderBy('at').limit(limit).execute()).map(owedOf)
    },
    async claim({ id, nextAt }, untilMs) {
      const own = db.updateTable('feedback').set({ next_at: untilMs }).where('id', '=', id)
      const free = own.where('next_at', '=', nextAt).where('state', '=', 'waiting')
      return (await free.executeTakeFirst()).numUpdatedRows > 0n
    },
    async note(id, { state, attempts, nextAt, problem }) {
      const changes = { attempts, next_at: nextAt, problem: problem.slice(0, 300), ...(state && { state }) }
      await db.updateTable('feedback').set(changes).where('id', '=', id).execute()
    },
    async drop(id) {
      await db.deleteFrom('feedback').where('id', '=', id).execute()
    },
    async bound(most) {
      const { count } = db.fn
      const waiting = db.selectFrom('feedback').where('state', '=', 'waiting')
      const full = await waiting
        .select(['user_id', count<number>('id').as('number')])
        .groupBy('user_id')
        .having(count('id'), '>', most)
        .execute()
      let dropped = 0
      for (const { user_id, number } of full) dropped += await giveUp(db, user_id, Number(number) - most)
      return dropped
    },
    async counts(userId) {
      const rows = await db
        .selectFrom('feedback')
        .select(({ fn }) => ['state', fn.count<number>('id').as('number'), fn.max('attempts').as('most')])
        .where('user_id', '=', userId)
        .groupBy('state')
        .execute()
      const found = rows.map(({ state, number, most }) => [state, Number(state === 'dropped' ? most : number)])
      return { waiting: 0, failed: 0, dropped: 0, ...Object.fromEntries(found) }
    },
    async removeRun(runId) {
      await db.deleteFrom('feedback').where('run_id', '=', runId).execute()
    },
    async removeOf(userId, limit) {
      const next = db.selectFrom('feedback').select('id').where('user_id', '=', userId).limit(limit)
      return Number((await db.deleteFrom('feedback').where('id', 'in', next).executeTakeFirst()).numDeletedRows)
    },
  }
}

/** Given up feedback is counted in one row of its user. */
async function giveUp(db: Kysely<LearningTables>, userId: string, number: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const own = transaction.selectFrom('feedback').select('id').where('user_id', '=', userId)
    const oldest = own.where('state', '=', 'waiting').orderBy('at').limit(number)
    const gone = await transaction.deleteFrom('feedback').where('id', 'in', oldest).executeTakeFirst()
    const attempts = Number(gone.numDeletedRows)
    const row = { id: `dropped:${userId}`, user_id: userId, run_id: '', next_at: 0, at: 0, problem: null, body: null }
    await transaction
      .insertInto('feedback')
      .values({ ...row, state: 'dropped', attempts })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ attempts: sql`feedback.attempts + ${attempts}` }))
      .execute()
    return attempts
  })
}

const owedOf = (row: Selectable<FeedbackTable>): OwedFeedback => ({
  id: row.id,
  userId: row.user_id,
  runId: row.run_id,
  attempts: row.attempts,
  nextAt: row.next_at,
  at: row.at,
  isLearnt: row.is_learnt === 1,
  sent: row.body === null ? undefined : JSON.parse(row.body),
})
