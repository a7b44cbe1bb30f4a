import type { Kysely } from 'kysely'
import type { Database, DatabaseKind, MigratedTables } from './database/database.ts'

/** Everything that lasts about one topic. A new topic is a folder, and its line in `features.ts`. */
export interface StoreFeature<Tables> {
  migrations: Migration[]
  /** Its tables, those that others refer to first: a backup restores rows in this order. */
  tables: Record<keyof Tables & string, Kept>
  /** The parts of the store that it gives, by name. */
  rows(database: Database<Tables>): object
}

/** Kept rows go into a backup; numbered ones continue from the last number; passing ones stay out of it. */
type Kept = 'kept' | 'numbered' | 'passing'

/**
 * A released name is never changed or removed; a change is a new migration. All are applied in the order of their
 * names. Statements are separated by `;`, and `$numbered` stands for an increasing key; rows are rewritten through
 * `db.withTables`.
 */
export type Migration = { name: string } & (
  | { sql: string }
  | { up(db: Kysely<MigratedTables>, kind: DatabaseKind): Promise<void> }
)
