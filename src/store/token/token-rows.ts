import type { Selectable } from 'kysely'
import { type SIGN_IN, type TokenRights, type TokenSubject, tokenRights } from '../../contract/token.ts'
import type { Database } from '../database/database.ts'

export type TokenTables = { token: TokenTable }

interface TokenTable {
  id: string
  hash: string
  user_id: string
  key_id: string | null
  key_hash: string
  subject: string
  rights: string
  created_at: number
  expires_at: number
  revoked_at: number | null
}

export interface TokenRow {
  id: string
  /** SHA-256 of the token, hex. */
  hash: string
  userId: string
  /** The key that made it; null for one of the configuration, which is known by its hash alone. */
  keyId: string | null
  keyHash: string
  opens: TokenSubject | typeof SIGN_IN
  rights: TokenRights
  createdAt: number
  expiresAt: number
  revokedAt: number | null
}

export interface TokenRows {
  add(token: TokenRow): Promise<void>
  /** The number of open tokens of a user. */
  count(filter: { userId: string; now: number }): Promise<number>
  /** Finds a token, also a revoked or expired one as long as it is kept. */
  find(hash: string): Promise<TokenRow | undefined>
  get(id: string): Promise<TokenRow | undefined>
  /** The open tokens of a user, the newest first. */
  list(filter: { userId: string; now: number; limit: number }): Promise<TokenRow[]>
  /** Those of the tokens that were revoked. */
  revokedAmong(ids: string[]): Promise<string[]>
  /** Revoking twice keeps the first time. */
  revoke(id: string, at: number): Promise<void>
  /** Removes the tokens that expired before a time. */
  removeBefore(at: number): Promise<void>
  /** Removes at most this many of a user; gives their number. */
  removeOf(userId: string, limit: number): Promise<number>
}

export function tokenRows({ db }: Database<TokenTables>): TokenRows {
  const all = () => db.selectFrom('token').selectAll()
  return {
    async add(token) {
      await db.insertInto('token').values(columnsOf(token)).execute()
    },
    async count({ userId, now }) {
      const open = db.selectFrom('token').where('user_id', '=', userId).where('expires_at', '>', now)
      const { many } = await open
        .where('revoked_at', 'is', null)
        .select((eb) => eb.fn.countAll<number | string>().as('many'))
        .executeTakeFirstOrThrow()
      return Number(many)
    },
    async find(hash) {
      const row = await all().where('hash', '=', hash).executeTakeFirst()
      return row && tokenRow(row)
    },
    async get(id) {
      const row = await all().where('id', '=', id).executeTakeFirst()
      return row && tokenRow(row)
    },
    async list({ userId, now, limit }) {
      const open = all().where('user_id', '=', userId).where('expires_at', '>', now).where('revoked_at', 'is', null)
      return (await open.orderBy('id', 'desc').limit(limit).execute()).map(tokenRow)
    },
    async revokedAmong(ids) {
      if (ids.length === 0) return []
      const query = db.selectFrom('token').select('id').where('id', 'in', ids).where('revoked_at', 'is not', null)
      return (await query.execute()).map(({ id }) => id)
    },
    async revoke(id, at) {
      const own = db.updateTable('token').set({ revoked_at: at }).where('id', '=', id)
      await own.where('revoked_at', 'is', null).execute()
    },
    async removeBefore(at) {
      await db.deleteFrom('token').where('expires_at', '<', at).execute()
    },
    async removeOf(userId, limit) {
      const next = db.selectFrom('token').select('id').where('user_id', '=', userId).orderBy('id').limit(limit)
      const gone = db.deleteFrom('token').where('id', 'in', next)
      return Number((await gone.executeTakeFirst()).numDeletedRows)
    },
  }
}

const columnsOf = (token: TokenRow): TokenTable => ({
  id: token.id,
  hash: token.hash,
  user_id: token.userId,
  key_id: token.keyId,
  key_hash: token.keyHash,
  subject: token.opens,
  rights: token.rights,
  created_at: token.createdAt,
  expires_at: token.expiresAt,
  revoked_at: token.revokedAt,
})

const tokenRow = (row: Selectable<TokenTable>): TokenRow => ({
  id: row.id,
  hash: row.hash,
  userId: row.user_id,
  keyId: row.key_id,
  keyHash: row.key_hash,
  opens: row.subject as TokenRow['opens'],
  rights: tokenRights.parse(row.rights),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
})
