import { type Kysely, sql } from 'kysely'
import type { DatabaseKind, MigratedTables } from '../database/database.ts'

/**
 * Gives every event a subject and a user, and frees it from its run. SQLite can drop a foreign key only by making
 * another table, so both databases do. Positions stay, since pages of logs refer to them.
 */
export async function createEventStreams(db: Kysely<MigratedTables>, kind: DatabaseKind): Promise<void> {
  const isSqlite = kind === 'sqlite'
  const writer = isSqlite ? sql`0` : sql`txid_current()`
  await db.schema
    .createTable('event_stream')
    .addColumn('position', isSqlite ? 'integer' : 'bigserial', (column) =>
      isSqlite ? column.primaryKey().autoIncrement().notNull() : column.primaryKey(),
    )
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('last_seq', 'integer', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('at', 'double precision', (column) => column.notNull())
    .addColumn('end_user_id', 'text')
    .addColumn('written_in', 'bigint', (column) => column.notNull().defaultTo(writer))
    .addColumn('body', 'text', (column) => column.notNull())
    .addUniqueConstraint('event_seq', ['subject', 'seq'])
    .execute()
  await sql`insert into event_stream
    (position, subject, user_id, seq, last_seq, type, at, end_user_id, written_in, body)
    select position, 'run:' || event.run_id, run.user_id, seq, last_seq, type, at, end_user_id, 0, body
    from event join run on run.run_id = event.run_id order by position`.execute(db)
  await db.schema.dropTable('event').execute()
  await db.schema.alterTable('event_stream').renameTo('event').execute()
  if (kind === 'postgres') {
    const last = sql`(select max(position) from event)`
    await sql`select setval(pg_get_serial_sequence('event', 'position'), coalesce(${last}, 1), ${last} is not null)`.execute(
      db,
    )
  }
  await createEventIndexes(db)
}

async function createEventIndexes(db: Kysely<MigratedTables>): Promise<void> {
  const index = (name: string) => db.schema.createIndex(name).on('event')
  // `append` checks first; this index holds whatever the code does.
  await index('event_run_end').unique().column('subject').where(sql<boolean>`type = 'run.end'`).execute()
  const ends = sql<boolean>`end_user_id is not null`
  await index('event_end_of_user_by_position').columns(['end_user_id', 'position', 'at']).where(ends).execute()
  await index('event_end').columns(['at', 'position']).where(ends).execute()
  await index('event_of_user').columns(['user_id', 'written_in', 'position']).execute()
}
