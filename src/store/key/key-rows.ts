import type { Selectable } from 'kysely'
import { columnText } from '../database/column-text.ts'
import type { Database } from '../database/database.ts'
import { change } from '../event/change.ts'
import type { KeyRow, KeyRows } from '../store.ts'
import type { KeyTable } from '../tables.ts'

export function keyRows(database: Database): KeyRows {
  const { db } = database
  return {
    async add({ id, hash, user, admin, label, start, createdAt, revokedAt }) {
      const times = { created_at: createdAt, revoked_at: revokedAt }
      const row = { id, hash, user_id: user, admin: admin ? 1 : 0, label: columnText(label), start, ...times }
      await change(database, async (transaction, tell) => {
        await transaction.insertInto('api_key').values(row).execute()
        await tell({ type: 'key.added', ...ofKey({ id, userId: user, at: createdAt }), admin, label, start })
      })
    },
    async find(hash) {
      const query = db.selectFrom('api_key').selectAll().where('hash', '=', hash).where('revoked_at', 'is', null)
      const row = await query.executeTakeFirst()
      return row && keyRow(row)
    },
    async list(createdFromMs) {
      let query = db.selectFrom('api_key').selectAll()
      if (createdFromMs !== undefined) query = query.where('created_at', '>=', createdFromMs)
      const rows = await query.orderBy('created_at').orderBy('id').execute()
      return rows.map(keyRow)
    },
    revoke: (id, at) =>
      change(database, async (transaction, tell) => {
        const mine = transaction.updateTable('api_key').where('id', '=', id)
        const revoked = await mine
          .set({ revoked_at: at })
          .where('revoked_at', 'is', null)
          .returningAll()
          .executeTakeFirst()
        if (!revoked) {
          const known = await transaction.selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirst()
          return known && keyRow(known)
        }
        const { label, start, user_id: userId } = revoked
        await tell({ type: 'key.revoked', ...ofKey({ id, userId, at }), label, start })
        return keyRow(revoked)
      }),
  }
}

const ofKey = ({ id, ...by }: { id: string; userId: string; at: number }) => ({ subject: `key:${id}` as const, ...by })

const keyRow = (row: Selectable<KeyTable>): KeyRow => ({
  id: row.id,
  hash: row.hash,
  user: row.user_id,
  admin: row.admin === 1,
  label: row.label,
  start: row.start,
  createdAt: row.created_at,
  revokedAt: row.revoked_at,
})
