import type { StoreFeature } from '../feature.ts'
import { type PatternTables, patternRows } from './pattern-rows.ts'

export const patternFeature = {
  tables: { error_pattern: 'kept' },
  rows: (database) => ({ patterns: patternRows(database) }),
  migrations: [
    {
      name: '006-error-patterns',
      sql: 'create table error_pattern (id text not null primary key, body text not null, added_at double precision not null)',
    },
  ],
} satisfies StoreFeature<PatternTables>
