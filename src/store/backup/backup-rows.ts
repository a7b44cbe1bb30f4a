import { hold, isHeld } from '../content/content-hold.ts'
import type { Database } from '../database/database.ts'
import type { BackupRows } from './backup-store.ts'
import { dumpPages } from './dump-pages.ts'
import { fillTables } from './fill-tables.ts'

export function backupRows(database: Database): BackupRows {
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
