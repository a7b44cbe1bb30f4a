import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { eventRows } from './event-rows.ts'
import { createEventStreams } from './event-streams.ts'
import type { EventTables } from './event-tables.ts'

export const eventFeature = {
  tables: { event: 'numbered' },
  rows: (database) => ({ events: durable(database, eventRows(database), ['append']) }),
  migrations: [
    {
      name: '002-events',
      // One end per run: `append` checks first; the index holds whatever the code does.
      sql: `
        create table event (position $numbered, run_id text not null references run (run_id), seq integer not null,
          last_seq integer not null, type text not null, at double precision not null, end_user_id text, body text not null,
          constraint event_number unique (run_id, seq));
        create unique index event_run_end on event (run_id) where type = 'run.end';
        create index event_end_of_user on event (end_user_id, at, position) where end_user_id is not null;
        create index event_end on event (at, position) where end_user_id is not null`,
    },
    {
      name: '011-read-indexes',
      sql: `
        drop index event_end_of_user;
        create index event_end_of_user_by_position on event (end_user_id, position, at) where end_user_id is not null`,
    },
    { name: '013-event-streams', up: createEventStreams },
  ],
} satisfies StoreFeature<EventTables>
