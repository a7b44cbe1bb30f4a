import { type Kysely, sql } from 'kysely'
import type { DatabaseKind, MigratedTables } from '../database/database.ts'

/**
 * Every event gets a subject and a user, and need not belong to a run any more. SQLite can take a reference away from a table only by
 * making another one, so both databases do. Positions stay: pages of logs were read by them.
 */
export async function createEventStreams(db: Kysely<MigratedTables>, kind: DatabaseKind): Promise<void> {
  const isSqlite = kind === 'sqlite'
  const numbered = sql.raw(isSqlite ? 'integer not null primary key autoincrement' : 'bigserial primary key')
  const writer = sql.raw(isSqlite ? '0' : 'txid_current()')
  await sql`create table event_stream (position ${numbered}, subject text not null, user_id text not null, seq integer not null,
    last_seq integer not null, type text not null, at double precision not null, end_user_id text,
    written_in bigint not null default ${writer}, body text not null, constraint event_seq unique (subject, seq))`.execute(
    db,
  )
  await sql`insert into event_stream
    (position, subject, user_id, seq, last_seq, type, at, end_user_id, written_in, body)
    select position, 'run:' || event.run_id, run.user_id, seq, last_seq, type, at, end_user_id, 0, body
    from event join run on run.run_id = event.run_id order by position`.execute(db)
  await sql`drop table event`.execute(db)
  await sql`alter table event_stream rename to event`.execute(db)
  if (!isSqlite) {
    const last = sql`(select max(position) from event)`
    const sequence = sql`pg_get_serial_sequence('event', 'position')`
    await sql`select setval(${sequence}, coalesce(${last}, 1), ${last} is not null)`.execute(db)
  }
  for (const index of INDEXES) await sql.raw(`create ${index}`).execute(db)
}

/** One end for a run: `append` looks first; the index holds whatever the code does. */
const INDEXES = [
  "unique index event_run_end on event (subject) where type = 'run.end'",
  'index event_end_of_user_by_position on event (end_user_id, position, at) where end_user_id is not null',
  'index event_end on event (at, position) where end_user_id is not null',
  'index event_of_user on event (user_id, written_in, position)',
]
