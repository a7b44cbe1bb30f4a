import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { patternRows } from './pattern-rows.ts'
import { type PatternTables, patternMigrations } from './pattern-tables.ts'

export const patternFeature = {
  migrations: patternMigrations,
  tables: { error_pattern: 'kept' },
  rows: (database) => ({ patterns: durable(database, patternRows(database), ['put', 'remove']) }),
} satisfies StoreFeature<PatternTables>
