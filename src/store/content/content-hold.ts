import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { DatabaseKind } from '../database/database.ts'
import type { ContentTables } from './content-tables.ts'

/** An arbitrary number that every Anneal shares. */
const LOCK_NUMBER = 4_400_000_002

/**
 * Whether somebody (a backup) needs all content to stay for now. Releases are then left to the next sweep. Asked behind
 * a lock that a new hold takes exclusively: no transaction can miss a hold and end after it began.
 */
export async function isHeld(transaction: Transaction<ContentTables>, kind: DatabaseKind): Promise<boolean> {
  if (kind === 'postgres') {
    await sql`select pg_advisory_xact_lock_shared(${sql.lit(LOCK_NUMBER)})`.execute(transaction)
  }
  const query = transaction.selectFrom('content_hold').select('id').where('expires_at', '>', databaseNow(kind))
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** Begins a hold, or prolongs it: it ends by itself when its holder was killed. */
export async function hold(options: {
  transaction: Transaction<ContentTables>
  kind: DatabaseKind
  id: string
  forMs: number
}): Promise<void> {
  const { transaction, kind, id, forMs } = options
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_NUMBER)})`.execute(transaction)
  const expires_at = sql<number>`${databaseNow(kind)} + ${sql.lit(forMs)}`
  await transaction
    .insertInto('content_hold')
    .values({ id, expires_at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ expires_at }))
    .execute()
}

/** The database's clock, so that engines on several hosts agree on the end of a hold. */
const databaseNow = (kind: DatabaseKind): RawBuilder<number> =>
  kind === 'postgres'
    ? sql<number>`extract(epoch from clock_timestamp()) * 1000`
    : sql<number>`unixepoch('subsec') * 1000`
