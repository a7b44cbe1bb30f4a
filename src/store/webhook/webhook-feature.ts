import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { type WebhookTables, webhookRows } from './webhook-rows.ts'

export const webhookFeature = {
  tables: { webhook: 'kept' },
  rows: (database) => ({ webhooks: durable(database, webhookRows(database), ['add', 'claim', 'note']) }),
  migrations: [
    {
      name: '022-webhooks',
      sql: `
        create table webhook (run_id text not null primary key, user_id text not null, url text not null,
          state text not null, attempts integer not null, next_at double precision not null, status integer, problem text,
          created_at double precision not null, delivered_at double precision);
        create index webhook_due on webhook (state, next_at);
        create index webhook_of_user on webhook (user_id)`,
    },
  ],
} satisfies StoreFeature<WebhookTables>
