import type { RunFact } from '../../contract/feedback.ts'
import type { Database } from '../database/database.ts'
import type { LearningTables } from './learning-tables.ts'

export interface FactRows {
  /** Facts of a user's runs since a time, the newest first. */
  list(filter: { userId: string; since: number; limit: number; agent?: string }): Promise<RunFact[]>
  /** Facts of one run. */
  ofRun(userId: string, runId: string): Promise<RunFact[]>
  removeAgent(userId: string, agent: string): Promise<void>
  removeBefore(at: number): Promise<void>
  removeOf(userId: string, limit: number): Promise<number>
}

export function factRows({ db }: Database<LearningTables>): FactRows {
  const all = () => db.selectFrom('run_fact').select('body')
  return {
    async list({ userId, since, limit, agent }) {
      const own = all().where('user_id', '=', userId).where('at', '>=', since)
      const wanted = agent === undefined ? own : own.where('agent', '=', agent)
      const rows = await wanted.orderBy('at', 'desc').orderBy('run_id', 'desc').limit(limit).execute()
      return rows.map(({ body }) => JSON.parse(body) as RunFact)
    },
    async ofRun(userId, runId) {
      const rows = await all().where('run_id', '=', runId).where('user_id', '=', userId).orderBy('block').execute()
      return rows.map(({ body }) => JSON.parse(body) as RunFact)
    },
    async removeAgent(userId, agent) {
      await db.deleteFrom('run_fact').where('user_id', '=', userId).where('agent', '=', agent).execute()
    },
    async removeBefore(at) {
      await db.deleteFrom('run_fact').where('at', '<', at).execute()
    },
    async removeOf(userId, limit) {
      const next = db.selectFrom('run_fact').select('run_id').where('user_id', '=', userId).limit(limit)
      return Number((await db.deleteFrom('run_fact').where('run_id', 'in', next).executeTakeFirst()).numDeletedRows)
    },
  }
}
