import type { StoreFeature } from '../feature.ts'
import { leaseRows } from './lease-rows.ts'
import { type LeaseTables, leaseMigrations } from './lease-tables.ts'

export const leaseFeature = {
  migrations: leaseMigrations,
  tables: { engine_lease: 'passing' },
  rows: (database) => ({ leases: leaseRows(database) }),
} satisfies StoreFeature<LeaseTables>
