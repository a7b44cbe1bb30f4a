import type { Transaction } from 'kysely'
import { EngineError } from '../../contract/errors.ts'
import type { DeletionReason } from '../../contract/retention.ts'
import type { CheckpointTables } from '../checkpoint/checkpoint-tables.ts'
import type { Database } from '../database/database.ts'
import { change } from '../event/change.ts'
import type { EventTables } from '../event/event-tables.ts'
import type { OwnedTables } from '../event/owns-subject.ts'
import type { LearningTables } from '../learning/learning-tables.ts'
import { leaveOutput, shareOutput } from '../output/output-rows.ts'
import type { OutputTables } from '../output/output-tables.ts'
import type { RunTables } from '../run/run-tables.ts'
import { type OldEventRows, oldEvents } from './old-events.ts'

export type RetentionTables = {
  task_lease: { task: string; engine_id: string; expires_at: number }
}

/** The facts of a run that the sweep weighs. */
export interface KeptRun {
  runId: string
  bytes: number
  isEnded: boolean
}

/** Deletes runs, a bounded piece at a time: SQLite answers in the thread that serves everybody. */
export interface RetentionRows extends OldEventRows {
  /**
   * Hides a run, with its executions and its lines of the log, tells `run.deleted` on its stream, which stays, and
   * begins to delete its other events. Undefined when there is no such run, or its deletion has begun before; throws
   * RUN_STILL_RUNNING for a running one.
   */
  begin(
    runId: string,
    told: { at: number; why: DeletionReason },
  ): Promise<{ bytes: number; isGone: boolean } | undefined>
  /** Deletes the next events of a hidden run; true when nothing of it is left but output to release. */
  goOn(runId: string): Promise<boolean>
  /** Hidden runs whose deletion has not ended: its server was killed. */
  unfinished(limit: number): Promise<string[]>
  /** Ended runs of all users with smaller ids than this, the oldest first. */
  olderThan(runId: string, limit: number): Promise<string[]>
  /** Runs of one user, the newest first. */
  page(filter: { userId: string; before?: string; limit: number }): Promise<KeptRun[]>
  /** The first user with runs after this one, in the order of names. */
  nextUser(after: string): Promise<string | undefined>
  /** Deletes events by their positions, for a user who is erased. */
  drop(positions: readonly number[]): Promise<void>
  /** Whether this engine may sweep until then: one engine at a time does, over all hosts. A second call prolongs the turn. */
  takeTurn(engineId: string, time: { now: number; until: number }): Promise<boolean>
  endTurn(engineId: string): Promise<void>
}

/** Events deleted at once: each may hold 64 KB, whose pages are all touched. */
const EVENTS_AT_ONCE = 50
const TASK = 'retention'
const TOLD = 'run.deleted'

type Tables = RetentionTables & RunTables & EventTables & OutputTables & OwnedTables & CheckpointTables & LearningTables

export function retentionRows(database: Database<Tables>): RetentionRows {
  const { db, kind } = database
  return {
    begin: (runId, { at, why }) =>
      change(database, async (transaction, tell) => {
        await shareOutput(transaction, kind)
        const query = transaction.selectFrom('run').selectAll().where('run_id', '=', runId)
        const run = await (kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
        if (!run || run.deleted_at !== null) return undefined
        if (run.outcome === null) throw new EngineError('RUN_STILL_RUNNING', { runId })
        const { user_id: userId, bytes } = run
        await transaction.updateTable('run').set({ deleted_at: at }).where('run_id', '=', runId).execute()
        await transaction.deleteFrom('execution').where('run_id', '=', runId).execute()
        await transaction.deleteFrom('feedback').where('run_id', '=', runId).execute()
        await transaction.deleteFrom('run_fact').where('run_id', '=', runId).execute()
        // Told before the other events go, since numbers of a stream only grow.
        await tell({ type: TOLD, subject: `run:${runId}`, userId, runId, at, why, bytes })
        await storyOf(transaction, runId).where('end_user_id', 'is not', null).execute()
        return { bytes, isGone: await deletePiece(transaction, runId) }
      }),
    goOn: (runId) =>
      db.transaction().execute(async (transaction) => {
        await shareOutput(transaction, kind)
        return deletePiece(transaction, runId)
      }),
    async unfinished(limit) {
      const query = db.selectFrom('run').select('run_id').where('deleted_at', 'is not', null)
      return (await query.orderBy('run_id').limit(limit).execute()).map(({ run_id }) => run_id)
    },
    async olderThan(runId, limit) {
      const older = db.selectFrom('run').select('run_id').where('run_id', '<', runId)
      const ended = older.where('outcome', 'is not', null).where('deleted_at', 'is', null)
      return (await ended.orderBy('run_id').limit(limit).execute()).map(({ run_id }) => run_id)
    },
    async page({ userId, before, limit }) {
      const own = db.selectFrom('run').select(['run_id', 'bytes', 'outcome']).where('user_id', '=', userId)
      const seen = own.where('deleted_at', 'is', null)
      const page = before === undefined ? seen : seen.where('run_id', '<', before)
      const rows = await page.orderBy('run_id', 'desc').limit(limit).execute()
      return rows.map(({ run_id, bytes, outcome }) => ({ runId: run_id, bytes, isEnded: outcome !== null }))
    },
    async nextUser(after) {
      const query = db.selectFrom('run').select('user_id').where('user_id', '>', after)
      return (await query.orderBy('user_id').limit(1).executeTakeFirst())?.user_id
    },
    ...oldEvents(database),
    async drop(positions) {
      if (positions.length > 0) await db.deleteFrom('event').where('position', 'in', positions).execute()
    },
    async takeTurn(engineId, { now, until }) {
      const turn = { engine_id: engineId, expires_at: until }
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('task_lease')
        .values({ task: TASK, ...turn })
        .onConflict((conflict) =>
          conflict
            .column('task')
            .doUpdateSet(turn)
            .where(({ or, eb }) =>
              or([eb('task_lease.expires_at', '<=', now), eb('task_lease.engine_id', '=', engineId)]),
            ),
        )
        .executeTakeFirst()
      return numInsertedOrUpdatedRows > 0n
    },
    async endTurn(engineId) {
      await db.deleteFrom('task_lease').where('task', '=', TASK).where('engine_id', '=', engineId).execute()
    },
  }
}

/** The row goes last, and with it the need for its output: until then every remaining event can be read. */
async function deletePiece(transaction: Transaction<Tables>, runId: string): Promise<boolean> {
  const next = transaction.selectFrom('event').select('position').where('subject', '=', `run:${runId}`)
  const { numDeletedRows } = await storyOf(transaction, runId)
    .where('position', 'in', next.where('type', '!=', TOLD).orderBy('seq').limit(EVENTS_AT_ONCE))
    .executeTakeFirst()
  if (numDeletedRows === BigInt(EVENTS_AT_ONCE)) return false
  await leaveOutput(transaction, runId)
  await transaction.deleteFrom('run').where('run_id', '=', runId).execute()
  return true
}

/** All events of a run except its deletion. */
const storyOf = (transaction: Transaction<Tables>, runId: string) =>
  transaction.deleteFrom('event').where('subject', '=', `run:${runId}`).where('type', '!=', TOLD)
