import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { checkpointRows } from './checkpoint-rows.ts'
import { type CheckpointTables, checkpointMigrations } from './checkpoint-tables.ts'

export const checkpointFeature = {
  migrations: checkpointMigrations,
  tables: { checkpoint: 'kept' },
  rows: (database) => ({ checkpoints: durable(database, checkpointRows(database), ['add', 'remove']) }),
} satisfies StoreFeature<CheckpointTables>
