import type { Kysely, Selectable } from 'kysely'
import type { EventTables } from '../event/event-tables.ts'
import type { RunEntry } from '../event/journal-entry.ts'
import type { RunTable, RunTables } from './run-tables.ts'
import { titleIn } from './title-in.ts'

type Row = Selectable<RunTable>

/** Task and first program stand among the first events of a run. */
const FIRST_EVENTS = 16
const RUNS_PER_QUERY = 100

/** Rows older than the column get their title from the first events of their runs, once: the next list finds it in the row. */
export async function fillTitles(db: Kysely<RunTables & EventTables>, rows: Row[]): Promise<Row[]> {
  const bare = rows.filter((row) => row.title === null && row.outcome !== null)
  if (bare.length === 0) return rows
  const titles = new Map<string, string>()
  for (let first = 0; first < bare.length; first += RUNS_PER_QUERY)
    await readTitles(db, bare.slice(first, first + RUNS_PER_QUERY), titles)
  // A list is given where nothing can be written, too; the next one tries again.
  await keepTitles(db, titles).catch(() => {})
  return rows.map((row) => ({ ...row, title: titles.get(row.run_id) ?? row.title }))
}

async function readTitles(db: Kysely<EventTables>, rows: Row[], titles: Map<string, string>): Promise<void> {
  const subjects = rows.map(({ run_id }) => `run:${run_id}`)
  const events = await db
    .selectFrom('event')
    .select(['subject', 'body'])
    .where('subject', 'in', subjects)
    .where('seq', '<=', FIRST_EVENTS)
    .where('type', 'in', ['run.start', 'block.found'])
    .orderBy('subject')
    .orderBy('seq')
    .execute()
  const entries = Map.groupBy(events, ({ subject }) => subject)
  for (const { run_id } of rows) titles.set(run_id, titleIn((entries.get(`run:${run_id}`) ?? []).flatMap(entryOf)))
}

/** A damaged event costs the title of its run, not the list. */
function entryOf({ body }: { body: string }): RunEntry[] {
  try {
    return [JSON.parse(body)]
  } catch {
    return []
  }
}

const keepTitles = (db: Kysely<RunTables>, titles: Map<string, string>) =>
  db.transaction().execute(async (transaction) => {
    for (const [runId, title] of titles)
      await transaction
        .updateTable('run')
        .set({ title })
        .where('run_id', '=', runId)
        .where('title', 'is', null)
        .execute()
  })
