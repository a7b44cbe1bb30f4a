import { sql } from 'kysely'
import type { StoreFeature } from '../feature.ts'
import { outputRows } from './output-rows.ts'
import { countOutput, type OutputTables } from './output-tables.ts'

export const outputFeature = {
  // The events of a backup name the output of each run.
  tables: { output_blob: 'passing' },
  rows: (database) => ({ outputs: outputRows(database) }),
  migrations: [
    {
      name: '014-outputs',
      async up(db, kind) {
        await sql`create table output_blob (hash text not null, run_id text not null, bytes double precision not null,
          constraint output_blob_of_run primary key (run_id, hash))`.execute(db)
        await sql`create index output_blob_hash on output_blob (hash)`.execute(db)
        await sql`alter table run add column bytes double precision not null default 0`.execute(db)
        await countOutput(db, kind)
      },
    },
  ],
} satisfies StoreFeature<OutputTables>
