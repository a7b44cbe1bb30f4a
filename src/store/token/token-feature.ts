import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { type TokenTables, tokenRows } from './token-rows.ts'

export const tokenFeature = {
  // Tokens live for minutes: a restored backup must not bring one back that was revoked since.
  tables: { token: 'passing' },
  rows: (database) => ({ tokens: durable(database, tokenRows(database), ['add', 'revoke']) }),
  migrations: [
    {
      name: '023-tokens',
      sql: `
        create table token (id text not null primary key, hash text not null unique, user_id text not null, key_id text,
          key_hash text not null, subject text not null, rights text not null, created_at double precision not null,
          expires_at double precision not null, revoked_at double precision);
        create index token_of_user on token (user_id, expires_at);
        create index token_end on token (expires_at)`,
    },
  ],
} satisfies StoreFeature<TokenTables>
