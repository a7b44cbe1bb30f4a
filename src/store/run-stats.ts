import { type Kysely, sql } from 'kysely'
import type { Stats } from '../contract/api.ts'
import { executionStats } from './execution-stats.ts'
import type { Tables } from './tables.ts'

/** A program names its errors as it likes: the tail of rare names is left out. */
const MAX_ERROR_TYPES = 100

/** Of one user, or of all: null. */
export async function runStats(db: Kysely<Tables>, userId: string | null): Promise<Stats> {
  const runs = await countRuns(db, userId)
  const executions = await executionStats(db, userId)
  return { runs, ...executions, errors: await countErrors(db, userId) }
}

async function countRuns(db: Kysely<Tables>, userId: string | null): Promise<Stats['runs']> {
  const query = db.selectFrom('run').select(['outcome', sql<number | string>`count(*)`.as('count')])
  const owned = userId === null ? query : query.where('user_id', '=', userId)
  const runs = { total: 0, running: 0, ok: 0, failed: 0, blocked: 0, cancelled: 0, error: 0 }
  for (const { outcome, count } of await owned.groupBy('outcome').execute()) {
    runs[outcome ?? 'running'] = Number(count)
    runs.total += Number(count)
  }
  const ended = runs.total - runs.running
  return { ...runs, successRate: ended === 0 ? null : runs.ok / ended }
}

async function countErrors(db: Kysely<Tables>, userId: string | null): Promise<Stats['errors']> {
  const query = db
    .selectFrom('execution')
    .select(['language', 'error_type', sql<number | string>`count(*)`.as('count')])
    .where('error_type', 'is not', null)
  const rows = await (userId === null ? query : query.where('user_id', '=', userId))
    .groupBy(['language', 'error_type'])
    .orderBy('count', 'desc')
    .limit(MAX_ERROR_TYPES)
    .execute()
  // Neither database's own order of text: they differ, and the two must agree.
  const name = (error: Stats['errors'][number]) => `${error.type}\0${error.language}`
  return rows
    .map((row) => ({ language: row.language, type: row.error_type ?? '', count: Number(row.count) }))
    .sort((a, b) => b.count - a.count || (name(a) < name(b) ? -1 : 1))
}
