import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../test/support/postgres.ts'
import type { Migration } from '../feature.ts'
import type { Store } from '../store.ts'
import type { Tables } from '../tables.ts'
import { migrate, migrations } from './migrations.ts'
import { patientSqlite } from './patient-sqlite.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

let server: PostgresServer
let directory = ''
beforeAll(async () => {
  server = await startPostgres()
  directory = await mkdtemp(join(tmpdir(), 'anneal-migrations-'))
})
afterAll(async () => {
  await server.stop()
  await rm(directory, { recursive: true })
})

let files = 0
const kinds: Record<Store['kind'], () => Promise<{ open: () => Promise<Store>; connect: () => Kysely<Tables> }>> = {
  async sqlite() {
    const file = join(directory, `${files++}.db`)
    const connect = () => new Kysely<Tables>({ dialect: patientSqlite(new SqliteFile(file), 1000) })
    return { open: () => openSqlite({ file }), connect }
  },
  async postgres() {
    const url = await server.createDatabase()
    const connect = () =>
      new Kysely<Tables>({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: url }) }) })
    return { open: () => openPostgres({ url }), connect }
  },
}

const NAMES = new Set(migrations.map(({ name }) => name))

/** Every table with its columns, and whether they may be empty. */
async function tablesOf(db: Kysely<Tables>) {
  const tables = await db.introspection.getTables()
  const described = tables
    .filter((table) => !table.name.startsWith('sqlite_'))
    .map((table) => {
      const columns = table.columns.map(({ name, isNullable }) => `${name}${isNullable ? '?' : ''}`)
      return [table.name, columns] as const
    })
  return Object.fromEntries(described)
}

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`migrations on ${kind}`, () => {
    it('run once when many engines start together', async () => {
      const { open, connect } = await kinds[kind]()
      const stores = await Promise.all(Array.from({ length: 5 }, open))
      for (const store of stores) await store.close()
      const db = connect()
      const applied = await db.selectFrom('migration').select('name').orderBy('name').execute()
      expect(applied.map(({ name }) => name)).toEqual([...NAMES])
      await db.destroy()
    })

    it('that fail leave the database as it was', async () => {
      const { connect } = await kinds[kind]()
      const db = connect()
      const failing: Migration = { name: '999-fails', up: () => Promise.reject(new Error('planted')) }
      const migrating = migrate({ db, kind, where: 'here', list: [...migrations, failing] })
      await expect(migrating).rejects.toThrow('planted')
      expect(await tablesOf(db)).toEqual({})
      await migrate({ db, kind, where: 'here' })
      expect(Object.keys(await tablesOf(db))).toContain('event')
      await db.destroy()
    })

    it('refuse a database that a newer version has written, and leave it alone', async () => {
      const { open, connect } = await kinds[kind]()
      await (await open()).close()
      const db = connect()
      await db.insertInto('migration').values({ name: '777-from-the-future' }).execute()
      await expect(open()).rejects.toMatchObject({
        code: 'STORE_DAMAGED',
        message: expect.stringMatching(/newer version of Anneal .*"777-from-the-future"/),
      })
      await db.deleteFrom('migration').where('name', '=', '777-from-the-future').execute()
      await (await open()).close()
      await db.destroy()
    })
  })
}

it('both databases get the same tables and columns', async () => {
  const tables = await Promise.all(
    (['sqlite', 'postgres'] as const).map(async (kind) => {
      const db = (await kinds[kind]()).connect()
      await migrate({ db, kind, where: 'here' })
      const found = await tablesOf(db)
      await db.destroy()
      return found
    }),
  )
  expect(tables[0]).toEqual(tables[1])
})

it('a migration belongs to one feature, but for those that were released with parts of several', () => {
  const shared = [...NAMES].filter((name) => migrations.filter((migration) => migration.name === name).length > 1)
  expect(shared).toEqual(['003-keys-and-leases', '009-sessions', '011-read-indexes'])
})
