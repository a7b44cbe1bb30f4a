import type { Kysely } from 'kysely'
import type { MigratedTables } from '../database/database.ts'
import type { Migration } from '../feature.ts'

export type QualityTables = {
  inspection: { key: string; body: string; at: number }
  guard_policy: { user_id: string; body: string }
  measure: { user_id: string; code_hash: string; at: number; body: string }
}

export const qualityMigrations: Migration[] = [{ name: '008-inspections', up: createInspections }]

async function createInspections(db: Kysely<MigratedTables>) {
  await db.schema
    .createTable('inspection')
    .addColumn('key', 'text', (column) => column.primaryKey().notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('at', 'double precision', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('inspection_at').on('inspection').column('at').execute()
  await db.schema
    .createTable('guard_policy')
    .addColumn('user_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('measure')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('at', 'double precision', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('measure_code').on('measure').columns(['user_id', 'code_hash', 'at']).execute()
  await db.schema.createIndex('measure_at').on('measure').column('at').execute()
}
