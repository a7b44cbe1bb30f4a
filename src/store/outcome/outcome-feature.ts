import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { outcomeRows } from './outcome-rows.ts'
import { type OutcomeTables, outcomeMigrations } from './outcome-tables.ts'

export const outcomeFeature = {
  migrations: outcomeMigrations,
  tables: { strategy_outcome: 'kept' },
  rows: (database) => ({ outcomes: durable(database, outcomeRows(database), ['add', 'removeBefore']) }),
} satisfies StoreFeature<OutcomeTables>
