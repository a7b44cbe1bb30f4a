import type { Selectable } from 'kysely'
import type { Database } from '../database/database.ts'

export type KnownRepairTables = { known_repair: KnownRepairTable }

interface KnownRepairTable {
  id: string
  user_id: string
  language: string
  fingerprint: string
  run_id: string
  changed_at: number
  /** JSON. */
  body: string
}

/** A change that repaired a failure, by the fingerprint of the failure. */
export interface KnownRepair {
  /** Made of user, failure and change, so that the same change is one row. */
  id: string
  userId: string
  /** The agent whose run taught it, which it is for alone; null is everything of the user. */
  agent: string | null
  language: string
  fingerprint: string
  /** The failure in words. */
  failure: string
  /** The run that taught it. */
  runId: string
  /** The replaced part of the program and the part that took its place, in words and signs. */
  before: string[]
  after: string[]
  why: string
  won: number
  lost: number
  changedAt: number
}

interface FailureOfAgent extends Pick<KnownRepair, 'userId' | 'agent' | 'language' | 'fingerprint'> {
  limit: number
}

/** Repairs that helped. Every read and write names the user. */
export interface KnownRepairRows {
  /** Adds one, or adds its counts to the one of the same id. */
  add(repair: KnownRepair): Promise<void>
  /** Repairs of one kind of failure for an agent, the most successful first. */
  find(failure: FailureOfAgent): Promise<KnownRepair[]>
  /** Counts for or against one that is still there. */
  count(of: { id: string; userId: string; outcome: 'won' | 'lost'; at: number }): Promise<void>
  list(userId: string, limit: number): Promise<KnownRepair[]>
  removeByRun(userId: string, runId: string): Promise<number>
  removeBefore(at: number): Promise<void>
  removeOf(userId: string, limit: number): Promise<number>
}

export function knownRepairRows(database: Database<KnownRepairTables>): KnownRepairRows {
  const { db, mask = (json) => json } = database
  const all = () => db.selectFrom('known_repair').selectAll()
  const mostSuccessful = (rows: Selectable<KnownRepairTable>[]) =>
    rows.map(rowOf).sort((a, b) => b.won - b.lost - (a.won - a.lost) || b.changedAt - a.changedAt)
  return {
    add: (repair) =>
      db.transaction().execute(async (transaction) => {
        const same = await transaction
          .selectFrom('known_repair')
          .selectAll()
          .where('id', '=', repair.id)
          .executeTakeFirst()
        const known = same && rowOf(same)
        const row = known
          ? { ...known, won: known.won + repair.won, lost: known.lost + repair.lost, changedAt: repair.changedAt }
          : repair
        const { id, userId, language, fingerprint, runId, changedAt, ...body } = row
        const text = mask(JSON.stringify(body))
        await transaction
          .insertInto('known_repair')
          .values({ id, user_id: userId, language, fingerprint, run_id: runId, changed_at: changedAt, body: text })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ body: text, changed_at: changedAt }))
          .execute()
      }),
    async find({ userId, agent, language, fingerprint, limit }) {
      const same = all()
        .where('user_id', '=', userId)
        .where('language', '=', language)
        .where('fingerprint', '=', fingerprint)
      const found = mostSuccessful(await same.orderBy('changed_at', 'desc').limit(MOST_READ).execute())
      return found.filter((repair) => repair.agent === null || repair.agent === agent).slice(0, limit)
    },
    count: ({ id, userId, outcome, at }) =>
      db.transaction().execute(async (transaction) => {
        const known = await transaction
          .selectFrom('known_repair')
          .selectAll()
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .executeTakeFirst()
        if (!known) return
        const counts = JSON.parse(known.body) as Pick<KnownRepair, 'won' | 'lost'>
        const body = JSON.stringify({ ...counts, [outcome]: counts[outcome] + 1 })
        await transaction.updateTable('known_repair').set({ body, changed_at: at }).where('id', '=', id).execute()
      }),
    async list(userId, limit) {
      return mostSuccessful(await all().where('user_id', '=', userId).limit(limit).execute())
    },
    async removeByRun(userId, runId) {
      const { numDeletedRows } = await db
        .deleteFrom('known_repair')
        .where('user_id', '=', userId)
        .where('run_id', '=', runId)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
    async removeBefore(at) {
      await db.deleteFrom('known_repair').where('changed_at', '<', at).execute()
    },
    async removeOf(userId, limit) {
      const next = db.selectFrom('known_repair').select('id').where('user_id', '=', userId).limit(limit)
      const { numDeletedRows } = await db.deleteFrom('known_repair').where('id', 'in', next).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

const MOST_READ = 500

const rowOf = ({ user_id, run_id, changed_at, body, ...row }: Selectable<KnownRepairTable>): KnownRepair => ({
  ...row,
  // Rows of earlier versions name no agent.
  agent: null,
  ...(JSON.parse(body) as Pick<KnownRepair, 'failure' | 'before' | 'after' | 'why' | 'won' | 'lost'>),
  userId: user_id,
  runId: run_id,
  changedAt: changed_at,
})
