import type { StoreFeature } from '../feature.ts'
import { type VolumeTables, volumeRows } from './volume-rows.ts'

export const volumeFeature = {
  tables: { volume: 'kept' },
  rows: (database) => ({ volumes: volumeRows(database) }),
  migrations: [
    {
      name: '009-sessions',
      sql: `
        create table volume (id text not null primary key, user_id text not null, name text not null,
          version integer not null, state_id text references state (id), bytes double precision not null,
          files integer not null, max_bytes double precision not null, max_files integer not null,
          created_at double precision not null, changed_at double precision not null,
          constraint volume_name unique (user_id, name));
        create index volume_state on volume (state_id)`,
    },
  ],
} satisfies StoreFeature<VolumeTables>
