import { backupRows } from './backup/backup-rows.ts'
import type { Database } from './database/database.ts'
import { databaseError } from './database/database-error.ts'
import { durable } from './database/durable.ts'
import { migrate } from './database/migrations.ts'
import { FEATURES } from './features.ts'
import type { Store } from './store.ts'
import type { Tables } from './tables.ts'

type Calls = Record<string, (...values: never[]) => Promise<unknown>>

/** The one implementation over both databases; takes over the connection, and closes it on failure. */
export async function openSqlStore(given: Database<Tables>): Promise<Store> {
  const database: Database<Tables> = { ...given, listeners: new Set() }
  const { db, kind, where } = database
  try {
    await migrate(database)
  } catch (error) {
    await db.destroy()
    throw databaseError(error, where)
  }
  const own = translated(where, {
    async ping() {
      // Reads a page of the file: a constant would be answered without it.
      await db.selectFrom('migration').select('name').limit(1).execute()
    },
    close: async () => {
      await database.close?.()
      await db.destroy()
    },
  })
  const backup = durable(database, backupRows(database), ['fill'])
  const parts: object[] = [...FEATURES.map((feature) => feature.rows(database)), { backup }]
  const named = parts.flatMap((part) => Object.entries<Calls>({ ...part }))
  return { kind, ...own, ...Object.fromEntries(named.map(([name, rows]) => [name, translated(where, rows)])) } as Store
}

/** Every method again, with errors of the driver turned into ours: in one place, so that none is forgotten. */
function translated<T extends Calls>(where: string, methods: T): T {
  const calls = Object.entries(methods).map(([name, call]) => [
    name,
    async (...values: never[]) => {
      try {
        return await call(...values)
      } catch (error) {
        throw databaseError(error, where)
      }
    },
  ])
  return Object.fromEntries(calls)
}
