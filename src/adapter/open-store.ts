import { join } from 'node:path'
import type { Config } from '../config/settings.ts'
import { assertWholeHome, DATABASE_FILE } from '../store/backup/whole-home.ts'
import { openSqlite } from '../store/database/sqlite.ts'
import type { Store } from '../store/store.ts'

/** Opens the configured database: PostgreSQL by its URL, or SQLite under the home. */
export async function openStore({ home, databaseUrl }: Config, mask?: (json: string) => string): Promise<Store> {
  await assertWholeHome(home)
  if (databaseUrl) {
    const { openPostgres } = await import('../store/database/postgres.ts')
    return openPostgres({ url: databaseUrl, ...(mask && { mask }) })
  }
  return openSqlite({ file: join(home, DATABASE_FILE), ...(mask && { mask }) })
}
