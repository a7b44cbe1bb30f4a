import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely, Selectable } from 'kysely'
import type { EventTables } from '../event/event-tables.ts'
import { fillTitles } from './fill-titles.ts'
import type { RunTable, RunTables } from './run-tables.ts'

export interface RunFilter {
  userId: string
  limit: number
  before?: string
  search?: string
}

/** Fewer letters stand in too many ids. */
const PART_OF_ID = 4
/** Rows that are looked through in one turn, in some milliseconds: SQLite answers in the thread that serves everybody. */
const SEARCHED = 1000

/** Rows of a user, newest first; with `search` those that have it in their title or id, in any case of letters. */
export async function runPage(
  db: Kysely<RunTables & EventTables>,
  { search, ...filter }: RunFilter,
): Promise<Selectable<RunTable>[]> {
  if (search === undefined) return readPage(db, filter)
  const wanted = search.toLowerCase()
  const isId = wanted.length >= PART_OF_ID
  const found: Selectable<RunTable>[] = []
  for (let { before } = filter; ; ) {
    const rows = await readPage(db, { ...filter, limit: SEARCHED, ...(before !== undefined && { before }) })
    found.push(
      ...rows.filter((row) => row.title?.toLowerCase().includes(wanted) || (isId && row.run_id.includes(wanted))),
    )
    if (rows.length < SEARCHED || found.length >= filter.limit) return found.slice(0, filter.limit)
    before = rows.at(-1)?.run_id
    await nextTurn()
  }
}

async function readPage(
  db: Kysely<RunTables & EventTables>,
  { userId, limit, before }: RunFilter,
): Promise<Selectable<RunTable>[]> {
  const query = db.selectFrom('run').selectAll().where('user_id', '=', userId).where('deleted_at', 'is', null)
  // Ids sort by the time they were made.
  const page = before === undefined ? query : query.where('run_id', '<', before)
  return fillTitles(db, await page.orderBy('run_id', 'desc').limit(limit).execute())
}
