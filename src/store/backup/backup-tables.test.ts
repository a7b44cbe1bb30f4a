import SqliteFile from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../database/migrations.ts'
import { patientSqlite } from '../database/patient-sqlite.ts'
import type { Tables } from '../tables.ts'
import { BACKUP_TABLES, type BackupTable } from './backup-tables.ts'

/** Tables that the backup itself or its events describe, or that hold only passing data. */
const LEFT_OUT = [
  'migration',
  'output_blob',
  'engine_lease',
  'task_lease',
  'content_hold',
  'kept_answer',
  'cached_result',
  'token',
]

let db: Kysely<Tables>
beforeAll(async () => {
  db = new Kysely<Tables>({ dialect: patientSqlite(new SqliteFile(':memory:'), 0) })
  await migrate({ db, kind: 'sqlite', where: 'memory' })
})
afterAll(() => db.destroy())

it('every table is in a backup, or is left out for a reason', async () => {
  const tables = await db.introspection.getTables()
  const names = tables.map(({ name }) => name).filter((name) => !name.startsWith('sqlite_'))
  expect([...BACKUP_TABLES, ...LEFT_OUT].toSorted()).toEqual(names.toSorted())
})

it.each(BACKUP_TABLES)('rows are restored after those that they refer to: %s', async (table) => {
  const { rows } = await sql<{ table: BackupTable }>`pragma foreign_key_list(${sql.table(table)})`.execute(db)
  const before = BACKUP_TABLES.slice(0, BACKUP_TABLES.indexOf(table))
  expect(before).toEqual(expect.arrayContaining(rows.map((key) => key.table)))
})
