import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { type ActionTables, actionRows } from './action-rows.ts'

export const actionFeature = {
  tables: { action: 'kept' },
  rows: (database) => ({ actions: durable(database, actionRows(database), ['removeBefore', 'removeOf']) }),
  migrations: [
    {
      name: '024-actions',
      sql: `
        create table action (id text not null primary key, user_id text not null, session_id text, type text not null,
          reach text not null, engine_id text not null, cause text, start_event text not null, input text not null,
          outcome text, output text, is_cut integer not null, error text, started_at double precision not null,
          duration_ms double precision);
        create index action_of_user on action (user_id, id);
        create index action_of_session on action (user_id, session_id, id);
        create index action_at on action (started_at);
        create index action_running on action (engine_id) where outcome is null`,
    },
  ],
} satisfies StoreFeature<ActionTables>
