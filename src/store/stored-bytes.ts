import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** What all states of a user's checkpoints or volumes take, each blob counted once. */
export async function storedBytes(options: {
  db: Kysely<Tables>
  table: 'checkpoint' | 'volume'
  userId: string
}): Promise<number> {
  const { db, table, userId } = options
  const states = db.selectFrom(table).select('state_id').where('user_id', '=', userId).where('state_id', 'is not', null)
  const hashes = db
    .selectFrom('state_blob')
    .select('hash')
    .where('state_id', 'in', states.$castTo<{ state_id: string }>())
  const query = db.selectFrom('content').select(sql<number>`coalesce(sum(bytes), 0)`.as('bytes'))
  const row = await query.where('hash', 'in', hashes).executeTakeFirstOrThrow()
  return Number(row.bytes)
}
