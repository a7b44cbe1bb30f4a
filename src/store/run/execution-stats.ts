import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Duration, Stats } from '../../contract/api.ts'
import { withRoundTimes } from '../../contract/round-ms.ts'
import { countInPages } from '../database/count-in-pages.ts'
import { executionPage } from './execution-page.ts'
import type { ExecutionTable, RunTables } from './run-tables.ts'

/**
 * Times come from the newest executions only: the two databases share no percentile function, and a sample bounds the
 * work. All counts are exact.
 */
const SAMPLE_SIZE = 10_000

type Counted = Pick<Stats['executions'], 'total' | 'succeeded' | 'endedBy' | 'warm'>
type Measured = Pick<Stats['executions'], 'wait' | 'start' | 'duration'>
type Sample = Pick<Selectable<ExecutionTable>, 'language' | 'wait_ms' | 'start_ms' | 'duration_ms'>

/** Executions of one user, or of all: in total, and by language. */
export async function executionStats(
  db: Kysely<RunTables>,
  userId: string | null,
): Promise<Pick<Stats, 'executions' | 'byLanguage'>> {
  const counts = await countByLanguage(db, userId)
  const sample = await newest(db, userId)
  const byLanguage = [...counts].map(([language, { total, ...rest }]) => {
    const times = measure(sample.filter((row) => row.language === language))
    return { language, executions: total, ...rest, ...times }
  })
  // Sorted here: the two databases order text differently, and must agree.
  byLanguage.sort((a, b) => b.executions - a.executions || (a.language < b.language ? -1 : 1))
  return { executions: { ...sum([...counts.values()]), ...measure(sample) }, byLanguage }
}

async function countByLanguage(db: Kysely<RunTables>, userId: string | null): Promise<Map<string, Counted>> {
  const read = (after: number, limit: number) => {
    const page = executionPage(db, { userId, after, limit })
    return db
      .selectFrom(page.select(['language', 'ended_by', 'succeeded', 'start']).as('page'))
      .select(['language', 'ended_by', sql<number | string>`count(*)`.as('count')])
      .select(sql<number | string>`sum(succeeded)`.as('succeeded'))
      .select(sql<number | string>`sum(case when start = 'warm' then 1 else 0 end)`.as('warm'))
      .select((eb) => eb.fn.max('position').as('last'))
      .groupBy(['language', 'ended_by'])
      .orderBy('last', 'desc')
      .execute()
  }
  const counts = new Map<string, Counted>()
  for (const { language, ended_by, count, succeeded, warm } of await countInPages({ first: 0, read })) {
    const part = { total: Number(count), succeeded: Number(succeeded), warm: Number(warm) }
    const before = counts.get(language)
    counts.set(language, sum([...(before ? [before] : []), { ...part, endedBy: { [ended_by]: part.total } }]))
  }
  return counts
}

function sum(parts: Counted[]): Counted {
  const all: Counted = { total: 0, succeeded: 0, endedBy: {}, warm: 0 }
  for (const { total, succeeded, endedBy, warm } of parts) {
    all.total += total
    all.succeeded += succeeded
    all.warm += warm
    for (const [name, count] of Object.entries(endedBy) as [keyof Counted['endedBy'], number][])
      all.endedBy[name] = (all.endedBy[name] ?? 0) + count
  }
  return all
}

function newest(db: Kysely<RunTables>, userId: string | null): Promise<Sample[]> {
  return executionsOf(db, userId)
    .select(['language', 'wait_ms', 'start_ms', 'duration_ms'])
    .orderBy('position', 'desc')
    .limit(SAMPLE_SIZE)
    .execute()
}

function executionsOf(
  db: Kysely<RunTables>,
  userId: string | null,
): SelectQueryBuilder<RunTables, 'execution', Record<never, never>> {
  const query = db.selectFrom('execution')
  return userId === null ? query : query.where('user_id', '=', userId)
}

function measure(sample: Sample[]): Measured {
  return {
    wait: distribution(sample.map((row) => row.wait_ms)),
    start: distribution(sample.map((row) => row.start_ms)),
    // A program that never began has no duration.
    duration: distribution(sample.map((row) => (row.duration_ms > 0 ? row.duration_ms : null))),
  }
}

function distribution(values: (number | null)[]): Duration | null {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b)
  const count = sorted.length
  if (count === 0) return null
  const averageMs = sorted.reduce((total, each) => total + each, 0) / count
  const percentile = (part: number) => sorted[Math.ceil(part * count) - 1] ?? 0
  return withRoundTimes({ averageMs, p50Ms: percentile(0.5), p95Ms: percentile(0.95) })
}
