import type { StoreFeature } from '../feature.ts'
import { type SessionTables, sessionRows } from './session-rows.ts'

export const sessionFeature = {
  tables: { session: 'kept', session_execution: 'kept' },
  rows: (database) => ({
    sessions: sessionRows(database),
  }),
  migrations: [
    {
      name: '009-sessions',
      sql: `
        create table session (id text not null primary key, user_id text not null, conversation text not null,
          settings text not null, state_id text references state (id), executions integer not null,
          created_at double precision not null, used_at double precision not null, engine_id text, branched_from text);
        create index session_of_user on session (user_id, id);
        create index session_used on session (used_at);
        create index session_state on session (state_id);
        create table session_execution (session_id text not null references session (id) on delete cascade,
          n integer not null, body text not null, constraint session_execution_number primary key (session_id, n))`,
    },
    { name: '011-read-indexes', sql: 'create index session_of_conversation on session (user_id, conversation, id)' },
  ],
} satisfies StoreFeature<SessionTables>
