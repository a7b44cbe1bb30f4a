import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Stats } from '../contract/api.ts'
import type { Tables } from './tables.ts'

/**
 * Durations are told from the newest executions only: neither database has percentiles that the other has too, and the
 * sample keeps the work bounded however many there are. All counts are exact.
 */
const SAMPLE_SIZE = 10_000
/** A program names its errors as it likes: the tail of rare names is left out. */
const MAX_ERROR_TYPES = 100

/** Of one user, or of all: null. */
export async function runStats(db: Kysely<Tables>, userId: string | null): Promise<Stats> {
  const runs = await countRuns(db, userId)
  const languages = await countLanguages(db, userId)
  const errors = await countErrors(db, userId)
  const sample = await newestDurations(db, userId)
  return {
    runs,
    executions: {
      total: languages.reduce((sum, row) => sum + row.executions, 0),
      duration: durationOf(sample.map((row) => row.duration_ms)),
    },
    byLanguage: languages.map((row) => ({
      ...row,
      duration: durationOf(sample.filter(({ language }) => language === row.language).map((each) => each.duration_ms)),
    })),
    errors,
  }
}

/** Neither database's own order of text: they differ, and the two must agree. */
const byCountThenName = (a: [number, string], b: [number, string]) => b[0] - a[0] || (a[1] < b[1] ? -1 : 1)

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

async function countLanguages(db: Kysely<Tables>, userId: string | null) {
  const count = sql<number | string>`count(*)`.as('executions')
  const succeeded = sql<number | string>`sum(succeeded)`.as('succeeded')
  const query = executionsOf(db, userId).select(['language', count, succeeded]).groupBy('language')
  return (await query.execute())
    .map((row) => ({
      language: row.language,
      executions: Number(row.executions),
      succeeded: Number(row.succeeded),
    }))
    .sort((a, b) => byCountThenName([a.executions, a.language], [b.executions, b.language]))
}

async function countErrors(db: Kysely<Tables>, userId: string | null): Promise<Stats['errors']> {
  const rows = await executionsOf(db, userId)
    .select(['error_type', sql<number | string>`count(*)`.as('count')])
    .where('error_type', 'is not', null)
    .groupBy('error_type')
    .orderBy('count', 'desc')
    .limit(MAX_ERROR_TYPES)
    .execute()
  return rows
    .map((row) => ({ type: row.error_type ?? '', count: Number(row.count) }))
    .sort((a, b) => byCountThenName([a.count, a.type], [b.count, b.type]))
}

function newestDurations(db: Kysely<Tables>, userId: string | null) {
  return executionsOf(db, userId)
    .select(['language', 'duration_ms'])
    .orderBy('position', 'desc')
    .limit(SAMPLE_SIZE)
    .execute()
}

function executionsOf(
  db: Kysely<Tables>,
  userId: string | null,
): SelectQueryBuilder<Tables, 'execution', Record<never, never>> {
  const query = db.selectFrom('execution')
  return userId === null ? query : query.where('user_id', '=', userId)
}

function durationOf(durationsMs: number[]): Stats['executions']['duration'] {
  const sorted = durationsMs.toSorted((a, b) => a - b)
  const count = sorted.length
  if (count === 0) return null
  const averageMs = sorted.reduce((sum, each) => sum + each, 0) / count
  const percentile = (part: number) => sorted[Math.ceil(part * count) - 1] ?? 0
  return { averageMs, p50Ms: percentile(0.5), p95Ms: percentile(0.95) }
}
