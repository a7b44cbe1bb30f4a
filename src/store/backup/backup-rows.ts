import { hold, isHeld } from '../content/content-hold.ts'
import type { Database } from '../database/database.ts'
import type { Tables } from '../tables.ts'
import type { TablePage } from './backup-tables.ts'
import { dumpPages } from './dump-pages.ts'
import { fillTables } from './fill-tables.ts'

/** Reads the whole store for a backup, and fills a store from one. */
export interface BackupRows {
  /** Names of the migrations that this store has. */
  migrations(): Promise<string[]>
  /** Keeps all content that a state needs for this long, whatever becomes of the state; a second call prolongs it. */
  hold(id: string, forMs: number): Promise<void>
  letGo(id: string): Promise<void>
  /** Whether content is held now. */
  isHeld(): Promise<boolean>
  /** All rows as they are at one moment, while others go on writing. Content that no state needs is left out. */
  dump(): Promise<AsyncIterable<TablePage>>
  /**
   * Fills the store in one transaction, which ends with the pages. Throws BACKUP_REFUSED, and changes nothing, when the
   * store is not empty or rows do not fit.
   */
  fill(pages: AsyncIterable<TablePage>): Promise<void>
}

export function backupRows(database: Database<Tables>): BackupRows {
  const { db, kind } = database
  return {
    async migrations() {
      const rows = await db.selectFrom('migration').select('name').orderBy('name').execute()
      return rows.map(({ name }) => name)
    },
    isHeld: () => db.transaction().execute((transaction) => isHeld(transaction, kind)),
    hold: (id, forMs) => db.transaction().execute((transaction) => hold({ transaction, kind, id, forMs })),
    async letGo(id) {
      await db.deleteFrom('content_hold').where('id', '=', id).execute()
    },
    dump: async () => dumpPages(database),
    fill: (pages) => db.transaction().execute((transaction) => fillTables({ transaction, kind, pages })),
  }
}
