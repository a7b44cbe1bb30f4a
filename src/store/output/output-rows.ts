import { type QueryExecutorProvider, sql, type Transaction } from 'kysely'
import { EngineError } from '../../contract/errors.ts'
import { isHeld } from '../content/content-hold.ts'
import type { ContentTables } from '../content/content-tables.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import { refuseEnded } from '../run/run-progress.ts'
import type { RunTables } from '../run/run-tables.ts'
import type { OutputTables } from './output-tables.ts'

/**
 * The long output that each run needs. A row exists before its bytes, and goes after them: no bytes are left without a
 * row, and no event names missing bytes.
 */
export interface OutputRows {
  /** Called before the bytes are written. Throws RUN_NOT_FOUND and RUN_ALREADY_ENDED, as storing their event would. */
  begin(output: { runId: string; hash: string; bytes: number }): Promise<void>
  /**
   * Looks at this many outputs of deleted runs, and calls `remove` for those that no other run needs: meanwhile no run
   * can begin to need them. Does nothing while somebody holds all content (see `content-hold.ts`). Gives the number it
   * looked at.
   */
  release(limit: number, remove: (hash: string) => Promise<void>): Promise<number>
}

/** An arbitrary number that every Anneal shares. */
const LOCK_NUMBER = 4_400_000_003
/** Stands for the run of output whose run was deleted: no id is empty. */
const NO_RUN = ''

export function outputRows({ db, kind, synced }: Database<OutputTables & RunTables & ContentTables>): OutputRows {
  return {
    begin: ({ runId, hash, bytes }) =>
      db.transaction().execute(async (transaction) => {
        await shareOutput(transaction, kind)
        const query = transaction.selectFrom('run').selectAll().where('run_id', '=', runId)
        // Locked until the row of the output exists: a run is deleted with all its outputs.
        const run = await (kind === 'postgres' ? query.forKeyShare() : query).executeTakeFirst()
        if (!run) throw new EngineError('RUN_NOT_FOUND', { runId })
        refuseEnded([run])
        const insert = transaction.insertInto('output_blob').values({ hash, run_id: runId, bytes })
        await insert.onConflict((conflict) => conflict.doNothing()).execute()
      }),
    async release(limit, remove) {
      const left = await db.selectFrom('output_blob').select('hash').where('run_id', '=', NO_RUN).limit(limit).execute()
      // A power cut must not bring back a run whose output is gone.
      if (left.length > 0) await synced?.()
      return db.transaction().execute(async (transaction) => {
        if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_NUMBER)})`.execute(transaction)
        if (await isHeld(transaction, kind)) return 0
        for (const { hash } of left) {
          const ofHash = transaction.selectFrom('output_blob').select('run_id').where('hash', '=', hash)
          const needed = await ofHash.where('run_id', '!=', NO_RUN).limit(1).executeTakeFirst()
          if (!needed) await remove(hash)
          await transaction.deleteFrom('output_blob').where('hash', '=', hash).where('run_id', '=', NO_RUN).execute()
        }
        return left.length
      })
    },
  }
}

/** Marks the output of a deleted run: its bytes go with the next release, unless another run needs them. */
export async function leaveOutput(transaction: Transaction<OutputTables>, runId: string): Promise<void> {
  const own = transaction.selectFrom('output_blob').where('run_id', '=', runId)
  await transaction
    .insertInto('output_blob')
    .columns(['hash', 'run_id', 'bytes'])
    .expression(own.select(['hash', sql.lit(NO_RUN).as('run_id'), 'bytes']))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await transaction.deleteFrom('output_blob').where('run_id', '=', runId).execute()
}

/**
 * Makes a release wait for this transaction, and the other way round. SQLite's transaction holds the write lock
 * already.
 */
export async function shareOutput(transaction: QueryExecutorProvider, kind: DatabaseKind): Promise<void> {
  if (kind === 'sqlite') return
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(LOCK_NUMBER)})`.execute(transaction)
}
