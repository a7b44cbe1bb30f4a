import type { Selectable } from 'kysely'
import { type KeyScope, keyScope } from '../../contract/key-scope.ts'
import { columnText } from '../database/column-text.ts'
import type { Database } from '../database/database.ts'
import { change } from '../event/change.ts'
import type { EventTables } from '../event/event-tables.ts'

export type KeyTables = { api_key: KeyTable }

interface KeyTable {
  id: string
  hash: string
  user_id: string
  /** 1 for keys with the scope `admin`; this column is older than scopes. */
  admin: number
  scope: string
  label: string
  start: string
  created_at: number
  expires_at: number | null
  revoked_at: number | null
}

export interface KeyRow {
  id: string
  /** SHA-256 of the key, hex. Keys are 160 random bits, so a slow password hash would add nothing. */
  hash: string
  user: string
  scope: KeyScope
  label: string
  start: string
  createdAt: number
  expiresAt: number | null
  revokedAt: number | null
}

export interface KeyRows {
  add(key: KeyRow): Promise<void>
  /** The key with this hash unless it was revoked. */
  find(hash: string): Promise<KeyRow | undefined>
  /** Those of the keys that were revoked. */
  revokedAmong(ids: string[]): Promise<string[]>
  /** The oldest first, revoked ones too; all, or those made at this time or later. */
  list(createdFromMs?: number): Promise<KeyRow[]>
  /** The key as it is now, or undefined when there is none; revoking twice keeps the first time. */
  revoke(id: string, at: number): Promise<KeyRow | undefined>
}

export function keyRows(database: Database<KeyTables & EventTables>): KeyRows {
  const { db } = database
  return {
    async add({ id, hash, user, scope, label, start, createdAt, expiresAt, revokedAt }) {
      const admin = scope === 'admin'
      const times = { created_at: createdAt, expires_at: expiresAt, revoked_at: revokedAt }
      const row = { id, hash, user_id: user, admin: admin ? 1 : 0, scope, label: columnText(label), start, ...times }
      await change(database, async (transaction, tell) => {
        await transaction.insertInto('api_key').values(row).execute()
        const told = { admin, scope, expiresAt, label, start }
        await tell({ type: 'key.added', ...ofKey({ id, userId: user, at: createdAt }), ...told })
      })
    },
    async find(hash) {
      const query = db.selectFrom('api_key').selectAll().where('hash', '=', hash).where('revoked_at', 'is', null)
      const row = await query.executeTakeFirst()
      return row && keyRow(row)
    },
    async revokedAmong(ids) {
      if (ids.length === 0) return []
      const query = db.selectFrom('api_key').select('id').where('id', 'in', ids).where('revoked_at', 'is not', null)
      return (await query.execute()).map(({ id }) => id)
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
  scope: keyScope.parse(row.scope),
  label: row.label,
  start: row.start,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
})
