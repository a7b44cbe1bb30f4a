import type { Database } from '../database/database.ts'
import { isHeld } from './content-hold.ts'
import type { ContentTables } from './content-tables.ts'
import { giveUpContents, lockContents, piecesOf } from './state-rows.ts'

/** Which blobs of states there are. A row is there before its bytes are, so that nothing can be left without one. */
export interface ContentRows {
  /** Before the bytes are written. */
  begin(blob: { hash: string; bytes: number; at: number }): Promise<void>
  /** Of no state, and begun before this moment: left by who was killed on the way. From now on no state can need them. */
  orphans(beganBefore: number, limit: number): Promise<string[]>
  /** Those of these that no state needs; from now on none can. None while somebody holds all content (see `content-hold.ts`). */
  unneeded(hashes: readonly string[]): Promise<string[]>
  /** When the bytes are gone. One that a state needs is kept. */
  forget(hashes: readonly string[]): Promise<void>
}

export function contentRows({ db, kind }: Database<ContentTables>): ContentRows {
  /** Blobs are locked before it is asked who needs them: a state that is just coming to be is waited for. */
  const takeOutOfUse = (hashes: readonly string[]) =>
    db.transaction().execute(async (transaction) => {
      if (kind === 'postgres') await lockContents(transaction, hashes)
      if (await isHeld(transaction, kind)) return []
      return giveUpContents(transaction, hashes)
    })
  return {
    async begin({ hash, bytes, at }) {
      const row = { hash, bytes, began_at: at, given_up: 0 }
      const insert = db.insertInto('content').values(row)
      await insert.onConflict((conflict) => conflict.doNothing()).execute()
    },
    async orphans(beganBefore, limit) {
      const rows = await db
        .selectFrom('content')
        .select('hash')
        .where('began_at', '<', beganBefore)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('state_blob').select('state_id').whereRef('state_blob.hash', '=', 'content.hash'))),
        )
        .orderBy('began_at')
        .limit(limit)
        .execute()
      return takeOutOfUse(rows.map(({ hash }) => hash))
    },
    unneeded: takeOutOfUse,
    forget: (hashes) =>
      db.transaction().execute(async (transaction) => {
        if (kind === 'postgres') await lockContents(transaction, hashes)
        for (const piece of piecesOf(hashes)) {
          await transaction
            .deleteFrom('content')
            .where('hash', 'in', piece)
            .where('hash', 'not in', (eb) => eb.selectFrom('state_blob').select('hash').where('hash', 'in', piece))
            .execute()
        }
      }),
  }
}
