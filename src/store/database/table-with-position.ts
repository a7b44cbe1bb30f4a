import type { Kysely } from 'kysely'
import type { Store } from '../store.ts'
import type { Tables } from '../tables.ts'

/** A number that only grows is the one thing the two databases spell differently. */
export function tableWithPosition(db: Kysely<Tables>, table: string, kind: Store['kind']) {
  const type = kind === 'sqlite' ? 'integer' : 'bigserial'
  return db.schema
    .createTable(table)
    .addColumn('position', type, (column) =>
      kind === 'sqlite' ? column.primaryKey().autoIncrement().notNull() : column.primaryKey(),
    )
}
