import type { Kysely } from 'kysely'
import type { CheckpointInfo } from '../../contract/checkpoint.ts'
import type { MigratedTables } from '../database/database.ts'
import type { Migration } from '../feature.ts'

export type CheckpointTables = {
  checkpoint: CheckpointTable
}

export interface CheckpointTable {
  id: string
  user_id: string
  session_id: string
  conversation: string
  kind: CheckpointInfo['kind']
  created_at: number
  state_id: string
  /** What nobody searches for, as JSON. */
  body: string
}

export const checkpointMigrations: Migration[] = [
  { name: '009-sessions', up: createCheckpoints },
  { name: '011-read-indexes', up: indexByTime },
]

async function createCheckpoints(db: Kysely<MigratedTables>) {
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

/** All in the order of a list to its last column: SQLite takes the one that needs no sorting, however much it has to skip. */
async function indexByTime(db: Kysely<MigratedTables>) {
  await db.schema.dropIndex('checkpoint_of_conversation').execute()
  await db.schema.dropIndex('checkpoint_of_session').execute()
  const index = (name: string, ...of: string[]) =>
    db.schema
      .createIndex(name)
      .on('checkpoint')
      .columns(['user_id', ...of, 'created_at', 'id'])
      .execute()
  await index('checkpoint_of_user')
  await index('checkpoint_of_conversation_by_time', 'conversation')
  await index('checkpoint_of_session_by_time', 'session_id')
}
