import type { StoreFeature } from '../feature.ts'
import { inspectionRows } from './inspection-rows.ts'
import { measureRows } from './measure-rows.ts'
import { policyRows } from './policy-rows.ts'
import type { QualityTables } from './quality-tables.ts'

export const qualityFeature = {
  tables: { inspection: 'kept', guard_policy: 'kept', measure: 'kept' },
  rows: (database) => ({
    inspections: inspectionRows(database),
    policies: policyRows(database),
    measures: measureRows(database),
  }),
  migrations: [
    {
      name: '008-inspections',
      sql: `
        create table inspection (key text not null primary key, body text not null, at double precision not null);
        create index inspection_at on inspection (at);
        create table guard_policy (user_id text not null primary key, body text not null);
        create table measure (user_id text not null, code_hash text not null, at double precision not null, body text not null);
        create index measure_code on measure (user_id, code_hash, at);
        create index measure_at on measure (at)`,
    },
  ],
} satisfies StoreFeature<QualityTables>
