import type { Kysely } from 'kysely'
import type { MigratedTables } from '../database/database.ts'
import type { Migration } from '../feature.ts'

/**
 * Sessions, checkpoints and volumes each hold on to a state, a state to its blobs. The foreign keys are what keeps content: a
 * state that something needs cannot go, and neither can a blob.
 */
export type ContentTables = {
  content: { hash: string; bytes: number; began_at: number; given_up: number }
  content_hold: { id: string; expires_at: number }
  state: { id: string; bytes: number; created_at: number }
  state_blob: { state_id: string; hash: string }
}

export const contentMigrations: Migration[] = [{ name: '009-sessions', up: createStates }]

async function createStates(db: Kysely<MigratedTables>) {
  await db.schema
    .createTable('content')
    .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('bytes', 'double precision', (column) => column.notNull())
    .addColumn('began_at', 'double precision', (column) => column.notNull())
    .addColumn('given_up', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('content_began').on('content').column('began_at').execute()
  await db.schema
    .createTable('content_hold')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('expires_at', 'double precision', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('state')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('bytes', 'double precision', (column) => column.notNull())
    .addColumn('created_at', 'double precision', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('state_blob')
    .addColumn('state_id', 'text', (column) => column.notNull().references('state.id').onDelete('cascade'))
    .addColumn('hash', 'text', (column) => column.notNull().references('content.hash'))
    .addPrimaryKeyConstraint('state_blob_once', ['state_id', 'hash'])
    .execute()
  await db.schema.createIndex('state_blob_hash').on('state_blob').column('hash').execute()
}
