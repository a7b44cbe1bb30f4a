import type { Kysely } from 'kysely'
import type { MigratedTables } from '../database/database.ts'
import type { Migration } from '../feature.ts'

export type VolumeTables = {
  volume: VolumeTable
}

export interface VolumeTable {
  id: string
  user_id: string
  name: string
  version: number
  state_id: string | null
  bytes: number
  files: number
  max_bytes: number
  max_files: number
  created_at: number
  changed_at: number
}

export const volumeMigrations: Migration[] = [{ name: '009-sessions', up: createVolumes }]

async function createVolumes(db: Kysely<MigratedTables>) {
  await db.schema
    .createTable('volume')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('state_id', 'text', (column) => column.references('state.id'))
    .addColumn('bytes', 'double precision', (column) => column.notNull())
    .addColumn('files', 'integer', (column) => column.notNull())
    .addColumn('max_bytes', 'double precision', (column) => column.notNull())
    .addColumn('max_files', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'double precision', (column) => column.notNull())
    .addColumn('changed_at', 'double precision', (column) => column.notNull())
    .addUniqueConstraint('volume_name', ['user_id', 'name'])
    .execute()
  await db.schema.createIndex('volume_state').on('volume').column('state_id').execute()
}
