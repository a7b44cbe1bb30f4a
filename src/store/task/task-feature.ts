import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { type TaskTables, taskRows } from './task-rows.ts'

export const taskFeature = {
  tables: { task: 'kept' },
  rows: (database) => ({ tasks: durable(database, taskRows(database), ['removeBefore', 'removeOf']) }),
  migrations: [
    {
      name: '027-tasks',
      sql: `
        create table task (id text not null primary key, user_id text not null, engine_id text not null, outcome text,
          started_at double precision not null, body text not null);
        create index task_of_user on task (user_id, id);
        create index task_at on task (started_at);
        create index task_running on task (engine_id) where outcome is null`,
    },
  ],
} satisfies StoreFeature<TaskTables>
