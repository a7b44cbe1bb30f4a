import type { Kysely } from 'kysely'
import type { MigratedTables } from '../database/database.ts'
import type { Migration } from '../feature.ts'

export type LeaseTables = {
  engine_lease: { engine_id: string; expires_at: number }
}

export const leaseMigrations: Migration[] = [{ name: '003-keys-and-leases', up: createLeases }]

async function createLeases(db: Kysely<MigratedTables>) {
  await db.schema
    .createTable('engine_lease')
    .addColumn('engine_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('expires_at', 'double precision', (column) => column.notNull())
    .execute()
}
