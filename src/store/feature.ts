import type { Kysely } from 'kysely'
import type { Database, DatabaseKind, MigratedTables } from './database/database.ts'

/** Everything about one topic that lasts. A new one is a folder, and its line in `features.ts`. */
export interface StoreFeature<Tables> {
  migrations: Migration[]
  /** Its tables, those that others refer to first: a backup puts rows back in this order. */
  tables: Record<keyof Tables & string, Kept>
  /** The parts of the store that it gives, by their names there. */
  rows(database: Database<Tables>): object
}

/** Rows go into a backup; rows that the database numbers go on from the last number; rows of this moment stay out of it. */
type Kept = 'kept' | 'numbered' | 'passing'

/**
 * A name that was released is never changed or removed, a change is a new one; all are applied in the order of their names.
 * Statements have `;` between them, and `$numbered` for the key that only grows; rows are rewritten through `db.withTables`.
 */
export type Migration = { name: string } & (
  | { sql: string }
  | { up(db: Kysely<MigratedTables>, kind: DatabaseKind): Promise<void> }
)
