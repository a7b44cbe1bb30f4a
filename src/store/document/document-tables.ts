import type { Kysely } from 'kysely'
import type { MigratedTables } from '../database/database.ts'
import type { Migration } from '../feature.ts'

export type DocumentTables = {
  document: DocumentTable
}

export interface DocumentTable {
  kind: string
  id: string
  user_id: string
  created_at: number
  revision: number
  /** JSON. */
  body: string
}

export const documentMigrations: Migration[] = [{ name: '010-documents', up: createDocuments }]

async function createDocuments(db: Kysely<MigratedTables>) {
  await db.schema
    .createTable('document')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'double precision', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('document_id', ['kind', 'id'])
    .execute()
  await db.schema.createIndex('document_of_user').on('document').columns(['kind', 'user_id', 'created_at']).execute()
}
