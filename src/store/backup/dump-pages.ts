import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { databaseError } from '../database/database-error.ts'
import type { Tables } from '../tables.ts'
import type { TablePage } from './backup-tables.ts'
import { BACKUP_TABLES, type BackupTable } from './backup-tables.ts'

/** Few rows, since a single one may hold a program of many megabytes. */
const ROWS_PER_PAGE = 50
type Row = TablePage['rows'][number]

/** All rows of all tables as they are at one moment. */
export async function* dumpPages({ kind, where, snapshot }: Database<Tables>): AsyncGenerator<TablePage> {
  const read = kind === 'sqlite' ? rowsByNumber : rowsByCursor
  try {
    const moment = await snapshot()
    try {
      for (const table of BACKUP_TABLES) {
        for await (const rows of read(moment.db, table)) yield { table, rows: rows.map(plainRow) }
      }
    } finally {
      await moment.close()
    }
  } catch (error) {
    throw databaseError(error, where)
  }
}

/** Every table of SQLite numbers its rows, whatever the column is called. */
async function* rowsByNumber(db: Kysely<Tables>, table: BackupTable): AsyncGenerator<Row[]> {
  const name = sql.table(table)
  for (let after = -1; ; ) {
    const found = await sql<Row>`select ${name}.rowid as "row number", ${name}.* from ${name}
      where ${name}.rowid > ${after} and ${needed(table)} order by ${name}.rowid limit ${ROWS_PER_PAGE}`.execute(db)
    const last = found.rows.at(-1)
    if (!last) return
    after = Number(last['row number'])
    yield found.rows.map(({ 'row number': _, ...row }) => row)
  }
}

async function* rowsByCursor(db: Kysely<Tables>, table: BackupTable): AsyncGenerator<Row[]> {
  await sql`declare pages no scroll cursor for select * from ${sql.table(table)} where ${needed(table)}`.execute(db)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_PER_PAGE)} from pages`.execute(db)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close pages`.execute(db)
}

const needed = (table: BackupTable): RawBuilder<unknown> =>
  table === 'content' ? sql`exists (select 1 from state_blob where state_blob.hash = content.hash)` : sql`1 = 1`

/**
 * PostgreSQL's driver gives large numbers as text, though ours fit into JavaScript. Its transaction numbers mean
 * nothing elsewhere.
 */
function plainRow({ written_in: _, ...row }: Row): Row {
  return 'position' in row ? { ...row, position: Number(row.position) } : row
}
