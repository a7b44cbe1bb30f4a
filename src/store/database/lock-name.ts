import { type QueryExecutorProvider, sql } from 'kysely'
import type { DatabaseKind } from './database.ts'

/** Apart from those of migrations and holds, which are numbers alone. */
const LOCK_CLASS = 4400

/** Of two transactions that name the same, one waits for the other to end. SQLite's hold the write lock already. */
export async function lockName(transaction: QueryExecutorProvider, kind: DatabaseKind, name: string): Promise<void> {
  if (kind === 'sqlite') return
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_CLASS)}, hashtext(${name}))`.execute(transaction)
}
