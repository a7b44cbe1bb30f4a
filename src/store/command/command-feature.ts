import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { type CommandTables, commandRows } from './command-rows.ts'

export const commandFeature = {
  tables: { command: 'kept' },
  rows: (database) => ({ commands: durable(database, commandRows(database), ['put', 'removeBefore']) }),
  migrations: [
    {
      name: '007-commands',
      sql: `
        create table command (id text not null primary key, user_id text not null, command text not null, run_id text,
          outcome text, rule text, at double precision not null);
        create index command_of_user on command (user_id, id)`,
    },
    { name: '011-read-indexes', sql: 'create index command_at on command (at)' },
  ],
} satisfies StoreFeature<CommandTables>
