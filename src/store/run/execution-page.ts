import type { Kysely } from 'kysely'
import type { RunTables } from './run-tables.ts'

/** The next executions of one user, or of all, after a position. */
export function executionPage(
  db: Kysely<RunTables>,
  { userId, after, limit }: { userId: string | null; after: number; limit: number },
) {
  const query = db.selectFrom('execution').select('position').where('position', '>', after)
  const owned = userId === null ? query : query.where('user_id', '=', userId)
  return owned.orderBy('position').limit(limit)
}
