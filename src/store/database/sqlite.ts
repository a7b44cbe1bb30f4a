import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { Kysely } from 'kysely'
import { openSqlStore } from '../sql-store.ts'
import type { Store } from '../store.ts'
import type { Tables } from '../tables.ts'
import { databaseError } from './database-error.ts'
import { createLogSync } from './log-sync.ts'
import { patientSqlite, whenFree } from './patient-sqlite.ts'

/** Opens the database in `file`, or makes it, along with its directory. */
export async function openSqlite({ file, busyTimeoutMs = 2000, ...rest }: SqliteOptions): Promise<Store> {
  let database: SqliteFile.Database
  try {
    database = await openFile(file, busyTimeoutMs)
  } catch (error) {
    throw databaseError(error, file)
  }
  const db = new Kysely<Tables>({ dialect: patientSqlite(database, busyTimeoutMs) })
  const snapshot = () => takeSnapshot(file, busyTimeoutMs)
  const writtenElsewhere = watchOthers(database)
  return openSqlStore({ db, kind: 'sqlite', where: file, snapshot, writtenElsewhere, ...createLogSync(file), ...rest })
}

/** SQLite counts what other connections commit, and tells the count without reading a page. */
function watchOthers(database: SqliteFile.Database): () => boolean {
  const version = () => database.pragma('data_version', { simple: true })
  let seen = version()
  return () => {
    const before = seen
    seen = version()
    return seen !== before
  }
}

/** Uses a separate connection: a transaction on the main one would keep everybody from writing. */
async function takeSnapshot(file: string, busyTimeoutMs: number) {
  const database = new SqliteFile(file, { readonly: true, timeout: 0 })
  const db = new Kysely<Tables>({ dialect: patientSqlite(database, busyTimeoutMs) })
  database.exec('begin')
  // The snapshot is that of the first read.
  await db.selectFrom('migration').select('name').limit(1).execute()
  return { db, close: () => db.destroy() }
}

export interface SqliteOptions {
  file: string
  /** The time that a write waits for another process before it fails with STORE_BUSY. */
  busyTimeoutMs?: number
  mask?: (json: string) => string
}

async function openFile(file: string, busyTimeoutMs: number): Promise<SqliteFile.Database> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Made here and not by SQLite: other users of this host must not read programs and their output, and the system's
  // error says more than "unable to open database file".
  closeSync(openSync(file, 'a', 0o600))
  const database = new SqliteFile(file, { timeout: 0 })
  try {
    await whenFree(busyTimeoutMs, () => database.pragma('journal_mode = WAL'))
    // A commit alone may be lost in a power cut: `createLogSync` syncs it before it is acknowledged.
    database.pragma('synchronous = NORMAL')
    database.pragma('foreign_keys = ON')
    // Deleted content is overwritten: whoever forgets something must not find it in the file.
    database.pragma('secure_delete = ON')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
