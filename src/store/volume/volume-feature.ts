import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { volumeRows } from './volume-rows.ts'
import { type VolumeTables, volumeMigrations } from './volume-tables.ts'

export const volumeFeature = {
  migrations: volumeMigrations,
  tables: { volume: 'kept' },
  rows: (database) => ({ volumes: durable(database, volumeRows(database), ['create', 'advance', 'remove']) }),
} satisfies StoreFeature<VolumeTables>
