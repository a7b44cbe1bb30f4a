import type { Database } from '../database/database.ts'
import { isHeld } from './content-hold.ts'
import type { ContentTables } from './content-tables.ts'
import { giveUpContents, lockContents, piecesOf } from './state-rows.ts'

/** The blobs of states. A row exists before its bytes do, so that no bytes are left without one. */
export interface ContentRows {
  /** Called before the bytes are written. */
  begin(blob: { hash: string; bytes: number; at: number }): Promise<void>
  /** Blobs of no state, begun before this moment: left by a killed writer. From now on no state can need them. */
  orphans(beganBefore: number, limit: number): Promise<string[]>
  /**
   * The given blobs that no state needs; from now on none can. Empty while somebody holds all content (see
   * `content-hold.ts`).
   */
  unneeded(hashes: readonly string[]): Promise<string[]>
  /** Called when the bytes are gone. A blob that a state needs is kept. */
  forget(hashes: readonly string[]): Promise<void>
}

export function contentRows({ db, kind }: Database<ContentTables>): ContentRows {
  /** Blobs are locked before their use is looked up, so that a state that is just being added is waited for. */
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
