import type { Kysely } from 'kysely'
import type { MigratedTables } from '../database/database.ts'
import type { Migration } from '../feature.ts'

export type PatternTables = {
  error_pattern: { id: string; body: string; added_at: number }
}

export const patternMigrations: Migration[] = [{ name: '006-error-patterns', up: createErrorPatterns }]

async function createErrorPatterns(db: Kysely<MigratedTables>) {
  await db.schema
    .createTable('error_pattern')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('added_at', 'double precision', (column) => column.notNull())
    .execute()
}
