import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { emptyDatabase } from '../../test/support/postgres.ts'
import { patientSqlite } from './database/patient-sqlite.ts'
import { openPostgres } from './database/postgres.ts'
import { openSqlite } from './database/sqlite.ts'
import type { Store } from './store.ts'
import type { Tables } from './tables.ts'

interface Place {
  open(): Promise<Store>
  /** The database itself, past the store. */
  connect(): Kysely<Tables>
}

/** Gives the tests of a file new places for stores: an empty database for each call. */
export function newPlaces(): Record<Store['kind'], () => Promise<Place>> {
  let directory = ''
  let files = 0
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'anneal-places-'))
  })
  afterAll(() => rm(directory, { recursive: true }))
  return {
    async sqlite() {
      const file = join(directory, `${files++}.db`)
      const connect = () => new Kysely<Tables>({ dialect: patientSqlite(new SqliteFile(file), 1000) })
      return { open: () => openSqlite({ file }), connect }
    },
    async postgres() {
      const url = await emptyDatabase()
      const connect = () =>
        new Kysely<Tables>({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: url }) }) })
      return { open: () => openPostgres({ url }), connect }
    },
  }
}
