import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { Kysely } from 'kysely'
import { databaseError } from './database-error.ts'
import { patientSqlite, whenFree } from './patient-sqlite.ts'
import { openSqlStore } from './sql-store.ts'
import type { Store } from './store.ts'
import type { Tables } from './tables.ts'

/** Opens the database in `file`, or makes it, along with its directory. */
export async function openSqlite({ file, busyTimeoutMs = 2000 }: SqliteOptions): Promise<Store> {
  let database: SqliteFile.Database
  try {
    database = await openFile(file, busyTimeoutMs)
  } catch (error) {
    throw databaseError(error, file)
  }
  const dialect = patientSqlite(database, busyTimeoutMs)
  return openSqlStore({ db: new Kysely<Tables>({ dialect }), kind: 'sqlite', where: file })
}

export interface SqliteOptions {
  file: string
  /** How long a write waits while another process writes, before it fails with STORE_BUSY. */
  busyTimeoutMs?: number
}

async function openFile(file: string, busyTimeoutMs: number): Promise<SqliteFile.Database> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Made here and not by SQLite: others on this machine have no business reading programs and their output, and the
  // error of the system says more than "unable to open database file".
  closeSync(openSync(file, 'a', 0o600))
  const database = new SqliteFile(file, { timeout: 0 })
  try {
    await whenFree(busyTimeoutMs, () => database.pragma('journal_mode = WAL'))
    // The default of WAL may lose the last commits when the power fails: what was acknowledged would be gone.
    database.pragma('synchronous = FULL')
    database.pragma('foreign_keys = ON')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
