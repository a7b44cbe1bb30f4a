import { type QueryExecutorProvider, sql } from 'kysely'
import type { DatabaseKind } from './database.ts'

/** Distinct from the locks of migrations and holds, which are plain numbers. */
const LOCK_CLASS = 4400

/** Makes transactions that name the same text wait for each other. SQLite's transactions hold the write lock already. */
export async function lockName(transaction: QueryExecutorProvider, kind: DatabaseKind, name: string): Promise<void> {
  if (kind === 'sqlite') return
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_CLASS)}, hashtext(${name}))`.execute(transaction)
}
