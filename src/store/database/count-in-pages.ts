import { setImmediate as nextTurn } from 'node:timers/promises'

/** Rows counted in one turn, in ten milliseconds or so. */
const PAGE_ROWS = 5_000

/**
 * Counts a user's rows page by page: SQLite answers in the thread that serves everybody. `read` counts the next rows
 * after a key by groups, the group with the greatest key (`last`) first; a group occurs once for each page that it is
 * in.
 */
export async function countInPages<Key, Row extends { count: number | string; last: Key }>(options: {
  first: Key
  read(after: Key, limit: number): Promise<Row[]>
}): Promise<Row[]> {
  const found: Row[] = []
  for (let after = options.first; ; ) {
    const rows = await options.read(after, PAGE_ROWS)
    for (const row of rows) found.push(row)
    const [newest] = rows
    if (!newest || rows.reduce((sum, { count }) => sum + Number(count), 0) < PAGE_ROWS) return found
    after = newest.last
    await nextTurn()
  }
}
