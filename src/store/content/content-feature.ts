import type { StoreFeature } from '../feature.ts'
import { contentRows } from './content-rows.ts'
import type { ContentTables } from './content-tables.ts'

export const contentFeature = {
  tables: { content: 'kept', content_hold: 'passing', state: 'kept', state_blob: 'kept' },
  rows: (database) => ({ contents: contentRows(database) }),
  migrations: [
    {
      name: '009-sessions',
      sql: `
        create table content (hash text not null primary key, bytes double precision not null,
          began_at double precision not null, given_up integer not null);
        create index content_began on content (began_at);
        create table content_hold (id text not null primary key, expires_at double precision not null);
        create table state (id text not null primary key, bytes double precision not null,
          created_at double precision not null);
        create table state_blob (state_id text not null references state (id) on delete cascade,
          hash text not null references content (hash), constraint state_blob_once primary key (state_id, hash));
        create index state_blob_hash on state_blob (hash)`,
    },
  ],
} satisfies StoreFeature<ContentTables>
