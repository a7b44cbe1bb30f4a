import type { Kysely } from 'kysely'
import type { MigratedTables } from '../database/database.ts'
import type { Migration } from '../feature.ts'

export type SessionTables = {
  session: SessionTable
  session_execution: { session_id: string; n: number; body: string }
}

export interface SessionTable {
  id: string
  user_id: string
  conversation: string
  /** JSON. */
  settings: string
  state_id: string | null
  executions: number
  created_at: number
  used_at: number
  engine_id: string | null
  branched_from: string | null
}

export const sessionMigrations: Migration[] = [
  { name: '009-sessions', up: createSessions },
  { name: '011-read-indexes', up: indexByConversation },
]

async function createSessions(db: Kysely<MigratedTables>) {
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

async function indexByConversation(db: Kysely<MigratedTables>) {
  const index = db.schema.createIndex('session_of_conversation').on('session')
  await index.columns(['user_id', 'conversation', 'id']).execute()
}
