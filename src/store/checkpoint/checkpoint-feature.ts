import type { StoreFeature } from '../feature.ts'
import { checkpointRows } from './checkpoint-rows.ts'
import type { CheckpointTables } from './checkpoint-tables.ts'

export const checkpointFeature = {
  tables: { checkpoint: 'kept' },
  rows: (database) => ({ checkpoints: checkpointRows(database) }),
  migrations: [
    {
      name: '009-sessions',
      // The session is no foreign key: a checkpoint outlives it.
      sql: `
        create table checkpoint (id text not null primary key, user_id text not null, session_id text not null,
          conversation text not null, kind text not null, created_at double precision not null,
          state_id text not null references state (id), body text not null);
        create index checkpoint_of_conversation on checkpoint (user_id, conversation, created_at);
        create index checkpoint_of_session on checkpoint (session_id, created_at);
        create index checkpoint_state on checkpoint (state_id)`,
    },
    {
      name: '011-read-indexes',
      // Indexed in the order of a list to its last column: SQLite prefers an index without sorting, however much it has
      // to skip.
      sql: `
        drop index checkpoint_of_conversation;
        drop index checkpoint_of_session;
        create index checkpoint_of_user on checkpoint (user_id, created_at, id);
        create index checkpoint_of_conversation_by_time on checkpoint (user_id, conversation, created_at, id);
        create index checkpoint_of_session_by_time on checkpoint (user_id, session_id, created_at, id)`,
    },
  ],
} satisfies StoreFeature<CheckpointTables>
