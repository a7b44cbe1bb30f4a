import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { type OutcomeTables, outcomeRows } from './outcome-rows.ts'

export const outcomeFeature = {
  tables: { strategy_outcome: 'kept' },
  rows: (database) => ({ outcomes: durable(database, outcomeRows(database), ['add', 'removeBefore']) }),
  migrations: [
    {
      name: '005-strategy-outcomes',
      sql: `
        create table strategy_outcome (language text not null, fingerprint text not null, strategy text not null,
          period integer not null, won integer not null, lost integer not null,
          constraint strategy_outcome_cell primary key (language, fingerprint, strategy, period))`,
    },
  ],
} satisfies StoreFeature<OutcomeTables>
