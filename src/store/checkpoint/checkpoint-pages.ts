import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { CheckpointTables } from './checkpoint-tables.ts'

/** Rows read in one turn, in a few milliseconds. */
const PAGE_ROWS = 500

/** A user's checkpoints from the oldest on, page by page: SQLite answers in the thread that serves everybody. */
export async function* checkpointPages({ db, kind }: Pick<Database<CheckpointTables>, 'db' | 'kind'>, userId: string) {
  // PostgreSQL refuses to read JSON with NUL in a text. Quotes inside of texts are escaped, so no text looks like this.
  const bytes =
    kind === 'postgres'
      ? sql<number>`substring(body from '[{,]"bytes":([0-9.e+]+)')::double precision`
      : sql<number>`json_extract(body, '$.bytes')`
  const own = db
    .selectFrom('checkpoint')
    .select(['id', 'kind', 'conversation', 'created_at', 'state_id', bytes.as('bytes')])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(PAGE_ROWS)
  for (let query = own; ; ) {
    const rows = await query.execute()
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE_ROWS) return
    query = own.where(sql<boolean>`(created_at, id) > (${last.created_at}, ${last.id})`)
    await nextTurn()
  }
}
