import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { inspectionRows } from './inspection-rows.ts'
import { measureRows } from './measure-rows.ts'
import { policyRows } from './policy-rows.ts'
import { type QualityTables, qualityMigrations } from './quality-tables.ts'

export const qualityFeature = {
  migrations: qualityMigrations,
  tables: { inspection: 'kept', guard_policy: 'kept', measure: 'kept' },
  rows: (database) => ({
    inspections: inspectionRows(database),
    policies: durable(database, policyRows(database), ['put', 'remove']),
    measures: measureRows(database),
  }),
} satisfies StoreFeature<QualityTables>
