import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { type RetentionTables, retentionRows } from './retention-rows.ts'

export const retentionFeature = {
  tables: { task_lease: 'passing' },
  rows: (database) => ({ retention: durable(database, retentionRows(database), ['goOn', 'drop']) }),
  migrations: [
    {
      name: '015-retention',
      // Without the index by run each deletion would scan all executions.
      sql: `
        alter table run add column deleted_at double precision;
        create index run_deleted on run (run_id) where deleted_at is not null;
        create index event_run_deleted on event (at) where type = 'run.deleted';
        create index execution_of_run on execution (run_id);
        create table task_lease (task text not null primary key, engine_id text not null,
          expires_at double precision not null)`,
    },
    {
      name: '017-event-age',
      sql: `
        drop index event_run_deleted;
        create index event_age on event (at, position) where (substr(subject, 1, 4) <> 'run:' or type = 'run.deleted')`,
    },
  ],
} satisfies StoreFeature<RetentionTables>
