import type { Kysely } from 'kysely'
import type { MigratedTables } from '../database/database.ts'
import type { Migration } from '../feature.ts'

export type KeyTables = {
  api_key: KeyTable
}

export interface KeyTable {
  id: string
  hash: string
  user_id: string
  admin: number
  label: string
  start: string
  created_at: number
  revoked_at: number | null
}

export const keyMigrations: Migration[] = [
  { name: '003-keys-and-leases', up: createKeys },
  { name: '011-read-indexes', up: indexByCreation },
]

async function createKeys(db: Kysely<MigratedTables>) {
  await db.schema
    .createTable('api_key')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('admin', 'integer', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('start', 'text', (column) => column.notNull())
    .addColumn('created_at', 'double precision', (column) => column.notNull())
    .addColumn('revoked_at', 'double precision')
    .execute()
}

async function indexByCreation(db: Kysely<MigratedTables>) {
  await db.schema.createIndex('api_key_created').on('api_key').columns(['created_at', 'id']).execute()
}
