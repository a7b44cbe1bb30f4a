import type { StoreFeature } from '../feature.ts'
import { runRows } from './run-rows.ts'
import type { RunTables } from './run-tables.ts'

export const runFeature = {
  tables: { run: 'kept', execution: 'numbered' },
  rows: (database) => ({ runs: runRows(database) }),
  migrations: [
    {
      name: '001-runs',
      sql: `
        create table run (run_id text not null primary key, user_id text not null, engine_id text not null,
          started_at double precision not null, outcome text, duration_ms double precision, languages text not null);
        create index run_of_user on run (user_id, run_id);
        create index run_going on run (run_id) where outcome is null;
        create table execution (position $numbered, run_id text not null references run (run_id), user_id text not null,
          language text not null, ended_by text not null, succeeded integer not null, duration_ms double precision not null,
          error_type text);
        create index execution_of_user on execution (user_id, position)`,
    },
    {
      name: '004-execution-times',
      // One by one: SQLite adds one column per statement.
      sql: `
        alter table execution add column wait_ms double precision;
        alter table execution add column start_ms double precision;
        alter table execution add column start text`,
    },
    { name: '012-run-cancellations', sql: 'alter table run add column cancel_asked_at double precision' },
    {
      name: '029-runs-begun-again',
      sql: `
        alter table run add column turn integer not null default 0;
        alter table run add column fingerprint text`,
    },
    { name: '191-run-attempts', sql: 'alter table run add column attempts integer' },
    { name: '192-run-titles', sql: 'alter table run add column title text' },
  ],
} satisfies StoreFeature<RunTables>
