import SqliteFile from 'better-sqlite3'
import { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '../database/migrations.ts'
import { patientSqlite } from '../database/patient-sqlite.ts'
import type { Tables } from '../tables.ts'
import { BACKUP_TABLES } from './backup-tables.ts'

/** Told by the backup itself or by its events, or of this moment alone. */
const LEFT_OUT = ['migration', 'output_blob', 'engine_lease', 'task_lease', 'content_hold']

it('every table is in a backup, or is left out for a reason', async () => {
  const db = new Kysely<Tables>({ dialect: patientSqlite(new SqliteFile(':memory:'), 0) })
  await migrate({ db, kind: 'sqlite', where: 'memory' })
  const tables = await db.introspection.getTables()
  const names = tables.map(({ name }) => name).filter((name) => !name.startsWith('sqlite_'))
  await db.destroy()
  expect([...BACKUP_TABLES, ...LEFT_OUT].toSorted()).toEqual(names.toSorted())
})
