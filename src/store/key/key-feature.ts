import type { StoreFeature } from '../feature.ts'
import { type KeyTables, keyRows } from './key-rows.ts'

export const keyFeature = {
  tables: { api_key: 'kept' },
  rows: (database) => ({ keys: keyRows(database) }),
  migrations: [
    {
      name: '003-keys-and-leases',
      sql: `
        create table api_key (id text not null primary key, hash text not null unique, user_id text not null,
          admin integer not null, label text not null, start text not null, created_at double precision not null,
          revoked_at double precision)`,
    },
    { name: '011-read-indexes', sql: 'create index api_key_created on api_key (created_at, id)' },
    {
      name: '020-key-scopes',
      sql: `
        alter table api_key add column scope text not null default 'user';
        alter table api_key add column expires_at double precision;
        update api_key set scope = 'admin' where admin = 1`,
    },
  ],
} satisfies StoreFeature<KeyTables>
