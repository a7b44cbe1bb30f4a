import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { type CachedResultTables, cachedResultRows } from './cached-result-rows.ts'

export const cachedResultFeature = {
  // Another host has other interpreters, so a backup does without.
  tables: { cached_result: 'passing' },
  rows: (database) => ({
    cachedResults: durable(database, cachedResultRows(database), ['removeByRun', 'removeOf']),
  }),
  migrations: [
    {
      name: '037-cached-results',
      sql: `
        create table cached_result (key text not null primary key, user_id text not null, first_run text not null,
          second_run text, changed_at double precision not null, body text not null);
        create index cached_result_of_user on cached_result (user_id, changed_at);
        create index cached_result_of_first on cached_result (user_id, first_run);
        create index cached_result_of_second on cached_result (user_id, second_run);
        create index cached_result_changed on cached_result (changed_at)`,
    },
  ],
} satisfies StoreFeature<CachedResultTables>
