import type { StoreFeature } from '../feature.ts'
import { type LeaseTables, leaseRows } from './lease-rows.ts'

export const leaseFeature = {
  tables: { engine_lease: 'passing' },
  rows: (database) => ({ leases: leaseRows(database) }),
  migrations: [
    {
      name: '003-keys-and-leases',
      sql: 'create table engine_lease (engine_id text not null primary key, expires_at double precision not null)',
    },
  ],
} satisfies StoreFeature<LeaseTables>
