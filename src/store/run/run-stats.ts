import { type Kysely, sql } from 'kysely'
import type { Stats } from '../../contract/api.ts'
import { countInPages } from '../database/count-in-pages.ts'
import { executionPage } from './execution-page.ts'
import { executionStats } from './execution-stats.ts'
import type { RunTables } from './run-tables.ts'

/** Programs invent names of errors: rare ones are left out. */
const MAX_ERROR_TYPES = 100

/** Statistics of one user, or of all: null. */
export async function runStats(db: Kysely<RunTables>, userId: string | null): Promise<Stats> {
  const runs = await countRuns(db, userId)
  const executions = await executionStats(db, userId)
  return { runs, ...executions, errors: await countErrors(db, userId) }
}

async function countRuns(db: Kysely<RunTables>, userId: string | null): Promise<Stats['runs']> {
  const read = (after: string, limit: number) => {
    const all = db
      .selectFrom('run')
      .select(['run_id', 'outcome'])
      .where('run_id', '>', after)
      .where('deleted_at', 'is', null)
    const page = userId === null ? all : all.where('user_id', '=', userId)
    return db
      .selectFrom(page.orderBy('run_id').limit(limit).as('page'))
      .select((eb) => ['outcome', sql<number | string>`count(*)`.as('count'), eb.fn.max('run_id').as('last')])
      .groupBy('outcome')
      .orderBy('last', 'desc')
      .execute()
  }
  const runs = { total: 0, running: 0, ok: 0, failed: 0, blocked: 0, cancelled: 0, error: 0, 'nothing-to-run': 0 }
  for (const { outcome, count } of await countInPages({ first: '', read })) {
    runs[outcome ?? 'running'] += Number(count)
    runs.total += Number(count)
  }
  const ended = runs.total - runs.running
  return { ...runs, successRate: ended === 0 ? null : runs.ok / ended }
}

async function countErrors(db: Kysely<RunTables>, userId: string | null): Promise<Stats['errors']> {
  const read = (after: number, limit: number) =>
    db
      .selectFrom(executionPage(db, { userId, after, limit }).select(['language', 'error_type']).as('page'))
      .select(['language', 'error_type'])
      .select((eb) => [sql<number | string>`count(*)`.as('count'), eb.fn.max('position').as('last')])
      .groupBy(['language', 'error_type'])
      .orderBy('last', 'desc')
      .execute()
  const errors = new Map<string, Stats['errors'][number]>()
  for (const { language, error_type: type, count } of await countInPages({ first: 0, read })) {
    if (type === null) continue
    const key = JSON.stringify([language, type])
    errors.set(key, { language, type, count: (errors.get(key)?.count ?? 0) + Number(count) })
  }
  // Sorted here: the two databases order text differently, and must agree.
  const name = (error: Stats['errors'][number]) => `${error.type}\0${error.language}`
  const most = [...errors.values()].sort((a, b) => b.count - a.count).slice(0, MAX_ERROR_TYPES)
  return most.sort((a, b) => b.count - a.count || (name(a) < name(b) ? -1 : 1))
}
