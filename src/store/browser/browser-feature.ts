import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { type BrowserTables, browserRows } from './browser-rows.ts'

export const browserFeature = {
  tables: { browser_state: 'kept' },
  rows: (database) => ({ browsers: durable(database, browserRows(database), ['save']) }),
  migrations: [
    {
      name: '030-browsers',
      sql: `
        create table browser_state (session_id text not null primary key references session (id) on delete cascade,
          user_id text not null, body text not null, saved_at double precision not null)`,
    },
  ],
} satisfies StoreFeature<BrowserTables>
