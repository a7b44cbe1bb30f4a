import type { Every } from '../contract/every.ts'
import type { Database, MigratedTables } from './database/database.ts'
import type { Feature } from './features.ts'

type TablesOf<F> = F extends { rows(database: Database<infer Tables>): object } ? Tables : never

/**
 * The rows of all features as both databases hold them. Times are milliseconds since 1970 as doubles, truth values are
 * 0 and 1, and JSON is text, so that SQLite and PostgreSQL return the same JavaScript values.
 */
export type Tables = MigratedTables & Every<TablesOf<Feature>>
