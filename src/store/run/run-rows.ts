import type { Selectable } from 'kysely'
import type { RunSummary, Stats } from '../../contract/api.ts'
import type { Database } from '../database/database.ts'
import type { EventTables } from '../event/event-tables.ts'
import type { LeaseTables } from '../lease/lease-rows.ts'
import { runPage } from './run-page.ts'
import { runStats } from './run-stats.ts'
import type { RunTable, RunTables } from './run-tables.ts'

export interface RunRow extends RunSummary {
  userId: string
  /** The engine that runs it: when its lease expires, another engine ends the run. */
  engineId: string
}

/** A running run whose engine is dead. */
export interface AbandonedRun extends RunRow {
  turn: number
  fingerprint: string | null
  isToBeCancelled: boolean
}

export interface NewRun {
  runId: string
  userId: string
  engineId: string
  startedAt: number
  /** Of the request, where another engine may begin the run again. */
  fingerprint?: string | null
}

export interface RunRows {
  /** Written before the first event, so that a run is known as soon as its id is. */
  create(run: NewRun): Promise<void>
  get(runId: string): Promise<RunRow | undefined>
  /** Newest first; with `search` those that have it in their title or id. */
  list(filter: { userId: string; limit: number; before?: string; search?: string }): Promise<RunRow[]>
  /** Running runs whose engine has no lease beyond `now`. */
  abandoned(now: number): Promise<AbandonedRun[]>
  /** Gives an abandoned run to an engine, for the next turn; false when it has ended or another engine was faster. */
  take(run: { runId: string; turn: number; engineId: string }): Promise<boolean>
  /** Notes for the engine of a running run that it should be cancelled; the first time stays. */
  askCancel(runId: string, at: number): Promise<void>
  /** Running runs of an engine that should be cancelled. */
  cancelAsked(engineId: string): Promise<string[]>
  stats(userId: string | null): Promise<Stats>
}

export function runRows({ db }: Database<RunTables & LeaseTables & EventTables>): RunRows {
  return {
    async create({ runId, userId, engineId, startedAt, fingerprint = null }) {
      const row = {
        run_id: runId,
        user_id: userId,
        engine_id: engineId,
        started_at: startedAt,
        languages: '[]',
        attempts: 0,
        title: '',
      }
      await db
        .insertInto('run')
        .values({ ...row, fingerprint, outcome: null, duration_ms: null, cancel_asked_at: null })
        .execute()
    },
    async get(runId) {
      const query = db.selectFrom('run').selectAll().where('run_id', '=', runId).where('deleted_at', 'is', null)
      const row = await query.executeTakeFirst()
      return row && runRow(row)
    },
    list: async (filter) => (await runPage(db, filter)).map(runRow),
    async abandoned(now) {
      const living = db.selectFrom('engine_lease').select('engine_id').where('expires_at', '>', now)
      const rows = await db
        .selectFrom('run')
        .selectAll()
        .where('outcome', 'is', null)
        .where('engine_id', 'not in', living)
        .orderBy('run_id')
        .execute()
      return rows.map((row) => ({
        ...runRow(row),
        ...{ turn: row.turn, fingerprint: row.fingerprint, isToBeCancelled: row.cancel_asked_at !== null },
      }))
    },
    async take({ runId, turn, engineId }) {
      const free = db.updateTable('run').where('run_id', '=', runId).where('outcome', 'is', null)
      const next = { engine_id: engineId, turn: turn + 1, languages: '[]', attempts: 0 }
      const { numUpdatedRows } = await free.where('turn', '=', turn).set(next).executeTakeFirst()
      return numUpdatedRows === 1n
    },
    async askCancel(runId, at) {
      await db
        .updateTable('run')
        .set({ cancel_asked_at: at })
        .where('run_id', '=', runId)
        .where('outcome', 'is', null)
        .where('cancel_asked_at', 'is', null)
        .execute()
    },
    async cancelAsked(engineId) {
      const rows = await db
        .selectFrom('run')
        .select('run_id')
        .where('outcome', 'is', null)
        .where('engine_id', '=', engineId)
        .where('cancel_asked_at', 'is not', null)
        .orderBy('run_id')
        .execute()
      return rows.map(({ run_id }) => run_id)
    },
    stats: (userId) => runStats(db, userId),
  }
}

const runRow = (row: Selectable<RunTable>): RunRow => ({
  runId: row.run_id,
  userId: row.user_id,
  engineId: row.engine_id,
  state: row.outcome === null ? 'running' : 'ended',
  outcome: row.outcome,
  startedAt: row.started_at,
  durationMs: row.duration_ms,
  languages: JSON.parse(row.languages),
  attempts: row.attempts,
  title: row.title || null,
})
