import type { Kysely } from 'kysely'
import type { MigratedTables } from '../database/database.ts'
import type { Migration } from '../feature.ts'

export type OutcomeTables = {
  strategy_outcome: StrategyOutcome
}

/** How often a strategy was right and wrong about one kind of failure, in one stretch of time. */
export interface StrategyOutcome {
  language: string
  /** Of the failure; `*` counts them all together. */
  fingerprint: string
  strategy: string
  /** A number that grows with time: old stretches count less, and are removed in the end. */
  period: number
  won: number
  lost: number
}

export const outcomeMigrations: Migration[] = [{ name: '005-strategy-outcomes', up: createStrategyOutcomes }]

async function createStrategyOutcomes(db: Kysely<MigratedTables>) {
  await db.schema
    .createTable('strategy_outcome')
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('strategy', 'text', (column) => column.notNull())
    .addColumn('period', 'integer', (column) => column.notNull())
    .addColumn('won', 'integer', (column) => column.notNull())
    .addColumn('lost', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('strategy_outcome_cell', ['language', 'fingerprint', 'strategy', 'period'])
    .execute()
}
