import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { documentRows } from './document-rows.ts'
import { type DocumentTables, documentMigrations } from './document-tables.ts'

export const documentFeature = {
  migrations: documentMigrations,
  tables: { document: 'kept' },
  rows: (database) => ({ documents: durable(database, documentRows(database), ['insert', 'put', 'delete']) }),
} satisfies StoreFeature<DocumentTables>
