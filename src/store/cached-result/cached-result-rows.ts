import type { Selectable } from 'kysely'
import type { Database } from '../database/database.ts'

export type CachedResultTables = { cached_result: CachedResultTable }

interface CachedResultTable {
  key: string
  user_id: string
  first_run: string
  second_run: string | null
  changed_at: number
  /** JSON. */
  body: string
}

/** The output of a program, and the runs that had it. */
export interface CachedResult {
  /** Made of everything that the output depends on, and of the user. */
  key: string
  userId: string
  /** seen: one run had it; proved: two had the same; differs: two had different ones, and it is never served. */
  state: 'seen' | 'proved' | 'differs'
  firstRun: string
  secondRun: string | null
  stdout: string
  stderr: string
  changedAt: number
}

/** Results of runs that said they may be served again. Every read names the user. */
export interface CachedResultRows {
  get(userId: string, key: string): Promise<CachedResult | undefined>
  /** Takes the place of the one with the same key. */
  put(result: CachedResult): Promise<void>
  /** Removes what a run had part in. */
  removeByRun(userId: string, runId: string): Promise<number>
  /** Removes the results beyond this number that were written longest ago. */
  removeOldest(userId: string, keep: number): Promise<void>
  removeBefore(at: number): Promise<void>
  removeOf(userId: string, limit: number): Promise<number>
}

export function cachedResultRows(database: Database<CachedResultTables>): CachedResultRows {
  const { db, mask = (json) => json } = database
  return {
    async get(userId, key) {
      const own = db.selectFrom('cached_result').selectAll().where('key', '=', key).where('user_id', '=', userId)
      const row = await own.executeTakeFirst()
      return row && resultOf(row)
    },
    async put({ key, userId, firstRun, secondRun, changedAt, ...body }) {
      const changed = {
        ...{ first_run: firstRun, second_run: secondRun, changed_at: changedAt },
        body: mask(JSON.stringify(body)),
      }
      await db
        .insertInto('cached_result')
        .values({ key, user_id: userId, ...changed })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(changed))
        .execute()
    },
    async removeByRun(userId, runId) {
      const { numDeletedRows } = await db
        .deleteFrom('cached_result')
        .where('user_id', '=', userId)
        .where(({ or, eb }) => or([eb('first_run', '=', runId), eb('second_run', '=', runId)]))
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
    async removeOldest(userId, keep) {
      const newest = db.selectFrom('cached_result').select('changed_at').where('user_id', '=', userId)
      const last = await newest.orderBy('changed_at', 'desc').offset(keep).limit(1).executeTakeFirst()
      if (!last) return
      const own = db.deleteFrom('cached_result').where('user_id', '=', userId)
      await own.where('changed_at', '<=', last.changed_at).execute()
    },
    async removeBefore(at) {
      await db.deleteFrom('cached_result').where('changed_at', '<', at).execute()
    },
    async removeOf(userId, limit) {
      const next = db.selectFrom('cached_result').select('key').where('user_id', '=', userId).limit(limit)
      const { numDeletedRows } = await db.deleteFrom('cached_result').where('key', 'in', next).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

const resultOf = ({ key, user_id, first_run, second_run, changed_at, body }: Selectable<CachedResultTable>) => ({
  ...(JSON.parse(body) as Pick<CachedResult, 'state' | 'stdout' | 'stderr'>),
  ...{ key, userId: user_id, firstRun: first_run, secondRun: second_run, changedAt: changed_at },
})
