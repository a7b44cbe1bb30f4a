import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { chatRows } from './chat-rows.ts'
import type { ChatTables } from './chat-tables.ts'

export const chatFeature = {
  tables: { chat: 'kept', chat_message: 'kept' },
  rows: (database) => ({ chats: durable(database, chatRows(database), ['removeOf']) }),
  migrations: [
    {
      name: '036-chats',
      sql: `
        create table chat (id text not null primary key, user_id text not null, name text, title text not null, session_id text,
          state_node integer, head integer, branch_of text, created_at double precision not null, updated_at double precision not null);
        create unique index chat_of_name on chat (user_id, name) where name is not null;
        create index chat_of_user on chat (user_id, updated_at);
        create index chat_at on chat (updated_at);
        create table chat_message (chat_id text not null references chat (id) on delete cascade, node integer not null, parent integer,
          message_id text not null, before text, after text, body text not null, primary key (chat_id, node))`,
    },
    {
      name: '042-chat-answers',
      sql: `
        alter table chat add column engine_id text;
        create index chat_of_engine on chat (engine_id) where engine_id is not null`,
    },
  ],
} satisfies StoreFeature<ChatTables>
