import { EngineError } from '../contract/errors.ts'
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
  const { guarded, close } = createGuard(where)
  const own = guarded({
    async ping() {
      // Reads a page of the file: a constant would be answered without it.
      await db.selectFrom('migration').select('name').limit(1).execute()
    },
  })
  const backup = durable(database, backupRows(database), ['fill'])
  const parts: object[] = [...FEATURES.map((feature) => feature.rows(database)), { backup }]
  const named = parts.flatMap((part) => Object.entries<Calls>({ ...part }))
  return {
    kind,
    ...own,
    ...Object.fromEntries(named.map(([name, rows]) => [name, guarded(rows)])),
    close: () =>
      close(async () => {
        await database.close?.()
        await db.destroy()
      }),
  } as Store
}

/**
 * Every method again, with errors of the driver turned into ours: in one place, so that none is forgotten. Closing lets calls end that are under
 * way; those that come later are told that the server is stopping.
 */
function createGuard(where: string) {
  const underWay = new Set<Promise<unknown>>()
  let isClosed = false
  const guard =
    (call: Calls[string]): Calls[string] =>
    async (...values) => {
      if (isClosed) throw new EngineError('SERVER_STOPPING', {})
      const answer = (async () => call(...values))()
      underWay.add(answer)
      try {
        return await answer
      } catch (error) {
        throw databaseError(error, where)
      } finally {
        underWay.delete(answer)
      }
    }
  return {
    guarded: <T extends Calls>(methods: T): T =>
      Object.fromEntries(Object.entries(methods).map(([name, call]) => [name, guard(call)])) as T,
    async close(end: () => Promise<void>): Promise<void> {
      isClosed = true
      await Promise.allSettled(underWay)
      await end().catch((error) => Promise.reject(databaseError(error, where)))
    },
  }
}
