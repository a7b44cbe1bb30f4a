import { type Kysely, sql } from 'kysely'
import { EngineError } from '../../contract/errors.ts'
import type { Migration } from '../feature.ts'
import { FEATURES } from '../features.ts'
import type { DatabaseKind, MigratedTables } from './database.ts'

/**
 * All migrations in order. Some early ones made tables of several features: each feature has its part under the same
 * name.
 */
export const migrations: Migration[] = FEATURES.flatMap<Migration>((feature) => feature.migrations).toSorted((a, b) =>
  a.name < b.name ? -1 : Number(a.name > b.name),
)

/** The two databases spell an increasing number differently. */
const NUMBERED = { sqlite: 'integer not null primary key autoincrement', postgres: 'bigserial primary key' }

/** An arbitrary number that every Anneal shares. */
const LOCK_NUMBER = 4_400_000_001

/**
 * Brings the database up to date in one exclusive transaction: SQLite's transactions hold the write lock from their
 * start, PostgreSQL gets an advisory lock. Engines that start together therefore migrate once.
 */
export async function migrate(options: {
  db: Kysely<MigratedTables>
  kind: DatabaseKind
  where: string
  list?: Migration[]
}): Promise<void> {
  const { db, kind, where, list = migrations } = options
  await db.transaction().execute(async (transaction) => {
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_NUMBER)})`.execute(transaction)
    const done = await appliedNames(transaction)
    const unknown = done.find((name) => !list.some((migration) => migration.name === name))
    if (unknown !== undefined) {
      const reason = `it was written by a newer version of Anneal (this one does not know its migration "${unknown}")`
      throw new EngineError('STORE_DAMAGED', { where, reason })
    }
    for (const migration of list.filter(({ name }) => !done.includes(name))) {
      const { name } = migration
      if ('up' in migration) await migration.up(transaction, kind)
      else for (const text of statementsOf(migration.sql, kind)) await sql.raw(text).execute(transaction)
      const noted = transaction.insertInto('migration').values({ name })
      await noted.onConflict((conflict) => conflict.doNothing()).execute()
    }
  })
}

const statementsOf = (text: string, kind: DatabaseKind) => text.replaceAll('$numbered', NUMBERED[kind]).split(';')

async function appliedNames(db: Kysely<MigratedTables>): Promise<string[]> {
  await db.schema
    .createTable('migration')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('applied_at', 'timestamp', (column) => column.notNull().defaultTo(sql`current_timestamp`))
    .execute()
  const rows = await db.selectFrom('migration').select('name').execute()
  return rows.map((row) => row.name)
}
