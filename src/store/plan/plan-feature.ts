import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { planRows } from './plan-rows.ts'
import type { PlanTables } from './plan-tables.ts'

export const planFeature = {
  tables: { plan: 'kept', plan_definition: 'kept', plan_step: 'kept' },
  rows: (database) => ({
    plans: durable(database, planRows(database), ['claim', 'release', 'removeBefore', 'removeOf']),
  }),
  migrations: [
    {
      name: '028-plans',
      sql: `
        create table plan (id text not null primary key, user_id text not null, session_id text, state text not null, engine_id text,
          token text, created_at double precision not null, updated_at double precision not null, body text not null);
        create index plan_of_user on plan (user_id, id);
        create index plan_going on plan (id) where state = 'running';
        create index plan_updated on plan (updated_at);
        create table plan_definition (plan_id text not null primary key references plan (id) on delete cascade, body text not null);
        create table plan_step (plan_id text not null references plan (id) on delete cascade, path text not null,
          state text not null, body text not null, primary key (plan_id, path))`,
    },
  ],
} satisfies StoreFeature<PlanTables>
