import { type Generated, type Kysely, sql } from 'kysely'
import type { DatabaseKind, MigratedTables } from '../database/database.ts'
import { createNumberedTable } from '../database/numbered-table.ts'
import type { Migration } from '../feature.ts'

export type EventTables = {
  event: EventTable
}

export interface EventTable {
  position: Generated<number>
  run_id: string
  seq: number
  last_seq: number
  type: string
  at: number
  /** The owner of the run, on `*.end` events only: the index of the log export holds nothing else. */
  end_user_id: string | null
  /** The whole entry as JSON. */
  body: string
}

export const eventMigrations: Migration[] = [
  { name: '002-events', up: createEvents },
  { name: '011-read-indexes', up: indexByPosition },
]

const IS_END = sql<boolean>`end_user_id is not null`

async function createEvents(db: Kysely<MigratedTables>, kind: DatabaseKind) {
  await createNumberedTable(db, 'event', kind)
    .addColumn('run_id', 'text', (column) => column.notNull().references('run.run_id'))
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('last_seq', 'integer', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('at', 'double precision', (column) => column.notNull())
    .addColumn('end_user_id', 'text')
    .addColumn('body', 'text', (column) => column.notNull())
    .addUniqueConstraint('event_number', ['run_id', 'seq'])
    .execute()
  const index = (name: string) => db.schema.createIndex(name).on('event')
  // `append` looks first; this holds whatever the code does.
  await index('event_run_end').unique().column('run_id').where(sql<boolean>`type = 'run.end'`).execute()
  await index('event_end_of_user').columns(['end_user_id', 'at', 'position']).where(IS_END).execute()
  await index('event_end').columns(['at', 'position']).where(IS_END).execute()
}

async function indexByPosition(db: Kysely<MigratedTables>) {
  await db.schema.dropIndex('event_end_of_user').execute()
  const index = db.schema.createIndex('event_end_of_user_by_position').on('event')
  await index.columns(['end_user_id', 'position', 'at']).where(IS_END).execute()
}
