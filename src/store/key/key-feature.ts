import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { keyRows } from './key-rows.ts'
import { type KeyTables, keyMigrations } from './key-tables.ts'

export const keyFeature = {
  migrations: keyMigrations,
  tables: { api_key: 'kept' },
  rows: (database) => ({ keys: durable(database, keyRows(database), ['add', 'revoke']) }),
} satisfies StoreFeature<KeyTables>
