import type { StoreFeature } from '../feature.ts'
import { runRows } from './run-rows.ts'
import { type RunTables, runMigrations } from './run-tables.ts'

export const runFeature = {
  migrations: runMigrations,
  tables: { run: 'kept', execution: 'numbered' },
  rows: (database) => ({ runs: runRows(database) }),
} satisfies StoreFeature<RunTables>
