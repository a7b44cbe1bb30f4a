import { type Generated, type Kysely, sql } from 'kysely'
import type { EndedBy } from '../../contract/limits.ts'
import type { Outcome } from '../../contract/run.ts'
import type { DatabaseKind, MigratedTables } from '../database/database.ts'
import { createNumberedTable } from '../database/numbered-table.ts'
import type { Migration } from '../feature.ts'

export type RunTables = {
  run: RunTable
  execution: ExecutionTable
}

export interface RunTable {
  run_id: string
  user_id: string
  engine_id: string
  started_at: number
  /** Null while the run goes on. */
  outcome: Outcome | null
  duration_ms: number | null
  /** A JSON list, in the order the blocks named them. */
  languages: string
  /** Null unless somebody wants it cancelled who does not run it. */
  cancel_asked_at: number | null
}

/** One for each `attempt.end`: statistics are counted here, without opening a single event. */
export interface ExecutionTable {
  position: Generated<number>
  run_id: string
  user_id: string
  language: string
  ended_by: EndedBy
  succeeded: number
  duration_ms: number
  error_type: string | null
  /** Null in rows that are older than the column. */
  wait_ms: number | null
  /** Null when no sandbox stood ready. */
  start_ms: number | null
  start: 'warm' | 'cold' | null
}

export const runMigrations: Migration[] = [
  { name: '001-runs', up: createRuns },
  { name: '004-execution-times', up: addExecutionTimes },
  { name: '012-run-cancellations', up: addRunCancellations },
]

async function createRuns(db: Kysely<MigratedTables>, kind: DatabaseKind) {
  await db.schema
    .createTable('run')
    .addColumn('run_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('engine_id', 'text', (column) => column.notNull())
    .addColumn('started_at', 'double precision', (column) => column.notNull())
    .addColumn('outcome', 'text')
    .addColumn('duration_ms', 'double precision')
    .addColumn('languages', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('run_of_user').on('run').columns(['user_id', 'run_id']).execute()
  await db.schema.createIndex('run_going').on('run').column('run_id').where(sql<boolean>`outcome is null`).execute()
  await createNumberedTable(db, 'execution', kind)
    .addColumn('run_id', 'text', (column) => column.notNull().references('run.run_id'))
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('ended_by', 'text', (column) => column.notNull())
    .addColumn('succeeded', 'integer', (column) => column.notNull())
    .addColumn('duration_ms', 'double precision', (column) => column.notNull())
    .addColumn('error_type', 'text')
    .execute()
  await db.schema.createIndex('execution_of_user').on('execution').columns(['user_id', 'position']).execute()
}

async function addExecutionTimes(db: Kysely<MigratedTables>) {
  // One by one: SQLite adds no two columns in one statement.
  await db.schema.alterTable('execution').addColumn('wait_ms', 'double precision').execute()
  await db.schema.alterTable('execution').addColumn('start_ms', 'double precision').execute()
  await db.schema.alterTable('execution').addColumn('start', 'text').execute()
}

async function addRunCancellations(db: Kysely<MigratedTables>) {
  await db.schema.alterTable('run').addColumn('cancel_asked_at', 'double precision').execute()
}
