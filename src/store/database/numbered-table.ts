import type { Kysely } from 'kysely'
import type { DatabaseKind, MigratedTables } from './database.ts'

/** A number that only grows is the one thing the two databases spell differently. */
export function createNumberedTable(db: Kysely<MigratedTables>, table: string, kind: DatabaseKind) {
  const type = kind === 'sqlite' ? 'integer' : 'bigserial'
  return db.schema
    .createTable(table)
    .addColumn('position', type, (column) =>
      kind === 'sqlite' ? column.primaryKey().autoIncrement().notNull() : column.primaryKey(),
    )
}
