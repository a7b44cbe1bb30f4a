import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { sessionRows } from './session-rows.ts'
import { type SessionTables, sessionMigrations } from './session-tables.ts'

export const sessionFeature = {
  migrations: sessionMigrations,
  tables: { session: 'kept', session_execution: 'kept' },
  rows: (database) => ({
    sessions: durable(database, sessionRows(database), ['create', 'advance', 'update', 'remove']),
  }),
} satisfies StoreFeature<SessionTables>
