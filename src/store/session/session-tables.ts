import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/**
 * Sessions, checkpoints and volumes each hold on to a state, a state to its blobs. The foreign keys are what keeps content: a
 * state that something needs cannot go, and neither can a blob.
 */
export async function createSessionTables(db: Kysely<Tables>): Promise<void> {
  await createStates(db)
  await createSessions(db)
  await createCheckpoints(db)
  await createVolumes(db)
}

async function createStates(db: Kysely<Tables>) {
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

async function createSessions(db: Kysely<Tables>) {
  await db.schema
    .createTable('session')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('conversation', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('state_id', 'text', (column) => column.references('state.id'))
    .addColumn('executions', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'double precision', (column) => column.notNull())
    .addColumn('used_at', 'double precision', (column) => column.notNull())
    .addColumn('engine_id', 'text')
    .addColumn('branched_from', 'text')
    .execute()
  const index = (name: string) => db.schema.createIndex(name).on('session')
  await index('session_of_user').columns(['user_id', 'id']).execute()
  await index('session_used').column('used_at').execute()
  await index('session_state').column('state_id').execute()
  await db.schema
    .createTable('session_execution')
    .addColumn('session_id', 'text', (column) => column.notNull().references('session.id').onDelete('cascade'))
    .addColumn('n', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('session_execution_number', ['session_id', 'n'])
    .execute()
}

async function createCheckpoints(db: Kysely<Tables>) {
  await db.schema
    .createTable('checkpoint')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    // No reference: a checkpoint outlives its session.
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('conversation', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('created_at', 'double precision', (column) => column.notNull())
    .addColumn('state_id', 'text', (column) => column.notNull().references('state.id'))
    .addColumn('body', 'text', (column) => column.notNull())
    .execute()
  const index = (name: string) => db.schema.createIndex(name).on('checkpoint')
  await index('checkpoint_of_conversation').columns(['user_id', 'conversation', 'created_at']).execute()
  await index('checkpoint_of_session').columns(['session_id', 'created_at']).execute()
  await index('checkpoint_state').column('state_id').execute()
}

async function createVolumes(db: Kysely<Tables>) {
  await db.schema
    .createTable('volume')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('state_id', 'text', (column) => column.references('state.id'))
    .addColumn('bytes', 'double precision', (column) => column.notNull())
    .addColumn('files', 'integer', (column) => column.notNull())
    .addColumn('max_bytes', 'double precision', (column) => column.notNull())
    .addColumn('max_files', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'double precision', (column) => column.notNull())
    .addColumn('changed_at', 'double precision', (column) => column.notNull())
    .addUniqueConstraint('volume_name', ['user_id', 'name'])
    .execute()
  await db.schema.createIndex('volume_state').on('volume').column('state_id').execute()
}
