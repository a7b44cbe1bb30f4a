import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { eventRows } from './event-rows.ts'
import { type EventTables, eventMigrations } from './event-tables.ts'

export const eventFeature = {
  migrations: eventMigrations,
  tables: { event: 'numbered' },
  rows: (database) => ({ events: durable(database, eventRows(database), ['append']) }),
} satisfies StoreFeature<EventTables>
