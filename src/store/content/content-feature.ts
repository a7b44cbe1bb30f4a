import type { StoreFeature } from '../feature.ts'
import { contentRows } from './content-rows.ts'
import { type ContentTables, contentMigrations } from './content-tables.ts'

export const contentFeature = {
  migrations: contentMigrations,
  tables: { content: 'kept', content_hold: 'passing', state: 'kept', state_blob: 'kept' },
  rows: (database) => ({ contents: contentRows(database) }),
} satisfies StoreFeature<ContentTables>
