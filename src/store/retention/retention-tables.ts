import { type Kysely, sql } from 'kysely'
import { countOutput, createOutputTables } from '../output/output-tables.ts'
import type { Store } from '../store.ts'
import type { Tables } from '../tables.ts'

export async function createRetention(db: Kysely<Tables>, kind: Store['kind']): Promise<void> {
  await createOutputTables(db)
  // One by one: SQLite adds no two columns in one statement.
  const bytes = db.schema
    .alterTable('run')
    .addColumn('bytes', 'double precision', (column) => column.notNull().defaultTo(0))
  await bytes.execute()
  await db.schema.alterTable('run').addColumn('deleted_at', 'double precision').execute()
  const isDeleted = sql<boolean>`deleted_at is not null`
  await db.schema.createIndex('run_deleted').on('run').column('run_id').where(isDeleted).execute()
  const isDeletion = sql<boolean>`type = 'run.deleted'`
  await db.schema.createIndex('event_run_deleted').on('event').column('at').where(isDeletion).execute()
  // Without it each deletion would look at every execution there is.
  await db.schema.createIndex('execution_of_run').on('execution').column('run_id').execute()
  await db.schema
    .createTable('task_lease')
    .addColumn('task', 'text', (column) => column.primaryKey().notNull())
    .addColumn('engine_id', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'double precision', (column) => column.notNull())
    .execute()
  await countOutput(db, kind)
}
