import { type Kysely, sql } from 'kysely'
import { EngineError } from '../../contract/errors.ts'
import { createEventStreams } from '../event/event-streams.ts'
import { createRetention } from '../retention/retention-tables.ts'
import { createSessionTables } from '../session/session-tables.ts'
import type { Store } from '../store.ts'
import type { Tables } from '../tables.ts'
import { createReadIndexes } from './read-indexes.ts'
import { tableWithPosition } from './table-with-position.ts'

export interface Migration {
  name: string
  up(db: Kysely<Tables>, kind: Store['kind']): Promise<void>
}

/** In order; a name that was released is never changed or removed, a change is a new entry. */
export const migrations: Migration[] = [
  { name: '001-runs', up: createRuns },
  { name: '002-events', up: createEvents },
  { name: '003-keys-and-leases', up: createKeysAndLeases },
  { name: '004-execution-times', up: addExecutionTimes },
  { name: '005-strategy-outcomes', up: createStrategyOutcomes },
  { name: '006-error-patterns', up: createErrorPatterns },
  { name: '007-commands', up: createCommands },
  { name: '008-inspections', up: createInspections },
  { name: '009-sessions', up: createSessionTables },
  { name: '010-documents', up: createDocuments },
  { name: '011-read-indexes', up: createReadIndexes },
  { name: '012-run-cancellations', up: addRunCancellations },
  { name: '013-event-streams', up: createEventStreams },
  { name: '014-retention', up: createRetention },
]

/** Any number will do, as long as every Anneal takes the same. */
const LOCK_NUMBER = 4_400_000_001

/**
 * Brings the database up to date in one transaction, alone: SQLite's transactions hold the write lock from their start,
 * PostgreSQL gets an advisory lock. Engines that start together therefore migrate once.
 */
export async function migrate(options: {
  db: Kysely<Tables>
  kind: Store['kind']
  where: string
  list?: Migration[]
}): Promise<void> {
  const { db, kind, where, list = migrations } = options
  await db.transaction().execute(async (transaction) => {
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_NUMBER)})`.execute(transaction)
    const done = await appliedNames(transaction)
    const unknown = done.find((name) => !list.some((migration) => migration.name === name))
    if (unknown !== undefined) {
      const reason = `it was written by a newer version of Anneal (this one does not know its migration "${unknown}")`
      throw new EngineError('STORE_DAMAGED', { where, reason })
    }
    for (const { name, up } of list.filter((migration) => !done.includes(migration.name))) {
      await up(transaction, kind)
      await transaction.insertInto('migration').values({ name }).execute()
    }
  })
}

async function appliedNames(db: Kysely<Tables>): Promise<string[]> {
  await db.schema
    .createTable('migration')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('applied_at', 'timestamp', (column) => column.notNull().defaultTo(sql`current_timestamp`))
    .execute()
  const rows = await db.selectFrom('migration').select('name').execute()
  return rows.map((row) => row.name)
}

async function createRuns(db: Kysely<Tables>, kind: Store['kind']) {
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
  await tableWithPosition(db, 'execution', kind)
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

async function createEvents(db: Kysely<Tables>, kind: Store['kind']) {
  await tableWithPosition(db, 'event', kind)
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
  const ends = sql<boolean>`end_user_id is not null`
  await index('event_end_of_user').columns(['end_user_id', 'at', 'position']).where(ends).execute()
  await index('event_end').columns(['at', 'position']).where(ends).execute()
}

async function createKeysAndLeases(db: Kysely<Tables>) {
  await db.schema
    .createTable('api_key')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('admin', 'integer', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('start', 'text', (column) => column.notNull())
    .addColumn('created_at', 'double precision', (column) => column.notNull())
    .addColumn('revoked_at', 'double precision')
    .execute()
  await db.schema
    .createTable('engine_lease')
    .addColumn('engine_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('expires_at', 'double precision', (column) => column.notNull())
    .execute()
}

async function addExecutionTimes(db: Kysely<Tables>) {
  // One by one: SQLite adds no two columns in one statement.
  await db.schema.alterTable('execution').addColumn('wait_ms', 'double precision').execute()
  await db.schema.alterTable('execution').addColumn('start_ms', 'double precision').execute()
  await db.schema.alterTable('execution').addColumn('start', 'text').execute()
}

async function addRunCancellations(db: Kysely<Tables>) {
  await db.schema.alterTable('run').addColumn('cancel_asked_at', 'double precision').execute()
}

async function createStrategyOutcomes(db: Kysely<Tables>) {
  await db.schema
    .createTable('strategy_outcome')
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('strategy', 'text', (column) => column.notNull())
    .addColumn('period', 'integer', (column) => column.notNull())
    .addColumn('won', 'integer', (column) => column.notNull())
    .addColumn('lost', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('strategy_outcome_cell', ['language', 'fingerprint', 'strategy', 'period'])
    .execute()
}

async function createErrorPatterns(db: Kysely<Tables>) {
  await db.schema
    .createTable('error_pattern')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('added_at', 'double precision', (column) => column.notNull())
    .execute()
}

async function createInspections(db: Kysely<Tables>) {
  await db.schema
    .createTable('inspection')
    .addColumn('key', 'text', (column) => column.primaryKey().notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('at', 'double precision', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('inspection_at').on('inspection').column('at').execute()
  await db.schema
    .createTable('guard_policy')
    .addColumn('user_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('measure')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('at', 'double precision', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('measure_code').on('measure').columns(['user_id', 'code_hash', 'at']).execute()
  await db.schema.createIndex('measure_at').on('measure').column('at').execute()
}

async function createCommands(db: Kysely<Tables>) {
  await db.schema
    .createTable('command')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('command', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text')
    .addColumn('outcome', 'text')
    .addColumn('rule', 'text')
    .addColumn('at', 'double precision', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('command_of_user').on('command').columns(['user_id', 'id']).execute()
}

async function createDocuments(db: Kysely<Tables>) {
  await db.schema
    .createTable('document')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'double precision', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('document_id', ['kind', 'id'])
    .execute()
  await db.schema.createIndex('document_of_user').on('document').columns(['kind', 'user_id', 'created_at']).execute()
}
