import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { type ApprovalTables, approvalRows } from './approval-rows.ts'

export const approvalFeature = {
  tables: { approval: 'kept' },
  rows: (database) => ({ approvals: durable(database, approvalRows(database), ['use', 'removeBefore', 'removeOf']) }),
  migrations: [
    {
      name: '025-approvals',
      sql: `
        create table approval (id text not null primary key, user_id text not null, session_id text, action_id text,
          cause text, kind text not null, title text not null, arguments text not null, names text not null,
          hash text not null, scope_hash text not null, reason text not null, suggestion text, state text not null,
          asked_at double precision not null, expires_at double precision not null, decided_by text,
          decided_at double precision, granted_for text, pattern text, good_until double precision,
          used_at double precision);
        create index approval_of_user on approval (user_id, id);
        create index approval_of_hash on approval (user_id, hash, id);
        create index approval_waiting on approval (state, expires_at);
        create index approval_good on approval (user_id, good_until);
        create index approval_at on approval (asked_at)`,
    },
    {
      name: '029-suggestions',
      sql: 'alter table approval add column is_suggestion double precision not null default 0',
    },
  ],
} satisfies StoreFeature<ApprovalTables>
