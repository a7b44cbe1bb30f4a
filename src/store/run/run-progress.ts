import { type Selectable, sql, type Transaction, type UpdateObject } from 'kysely'
import { EngineError } from '../../contract/errors.ts'
import type { EventOf } from '../../contract/event.ts'
import type { DatabaseKind } from '../database/database.ts'
import type { RunEntry } from '../event/journal-entry.ts'
import { bytesOfRun } from '../output/output-tables.ts'
import type { RunTable, RunTables } from './run-tables.ts'
import { titleIn } from './title-in.ts'

/** Locks the rows of the runs that `entries` belong to. SQLite's transaction holds the write lock already. */
export async function lockRuns(options: {
  transaction: Transaction<RunTables>
  kind: DatabaseKind
  entries: RunEntry[]
}): Promise<Selectable<RunTable>[]> {
  const { transaction, kind, entries } = options
  const ids = [...new Set(entries.map((entry) => entry.runId))]
  // Always locked in the same order, so that two batches over the same runs never deadlock.
  const query = transaction.selectFrom('run').selectAll().where('run_id', 'in', ids).orderBy('run_id')
  const runs = await (kind === 'postgres' ? query.forNoKeyUpdate() : query).execute()
  for (const runId of ids) {
    if (!runs.some((run) => run.run_id === runId)) throw new EngineError('RUN_NOT_FOUND', { runId })
  }
  return runs
}

/** Two engines may both try to end an abandoned run: the second has to learn that it came too late. */
export function refuseEnded(runs: Selectable<RunTable>[]): void {
  const ended = runs.find((run) => run.outcome !== null)
  if (ended) throw new EngineError('RUN_ALREADY_ENDED', { runId: ended.run_id })
}

/** An engine that was taken for dead may still write: its turn is over when another one has the run. */
export function refuseTaken(runs: Selectable<RunTable>[], turn: number): void {
  const taken = runs.find((run) => run.turn !== turn)
  if (taken) throw new EngineError('RUN_TAKEN', { runId: taken.run_id })
}

/** Updates the runs by their entries: the languages found, the title, the attempts, and the end. */
export async function updateRuns(
  transaction: Transaction<RunTables>,
  entries: RunEntry[],
  runs: Selectable<RunTable>[],
): Promise<void> {
  for (const run of runs) {
    const changes = changesOf(
      run,
      entries.filter((entry) => entry.runId === run.run_id),
    )
    if (Object.keys(changes).length === 0) continue
    await transaction.updateTable('run').set(changes).where('run_id', '=', run.run_id).execute()
  }
}

function changesOf(run: Selectable<RunTable>, entries: RunEntry[]): UpdateObject<RunTables, 'run'> {
  const languages = new Set<string>(JSON.parse(run.languages))
  for (const entry of entries) {
    if (entry.type === 'block.found' && entry.found.language !== null) languages.add(entry.found.language)
  }
  const attempts = entries.reduce(
    (most, entry) => (entry.type === 'attempt.start' ? Math.max(most, entry.attempt) : most),
    run.attempts ?? 0,
  )
  const listed = JSON.stringify([...languages])
  const title = run.title || titleIn(entries)
  const end = entries.find((entry): entry is EventOf<'run.end'> => entry.type === 'run.end')
  return {
    ...(listed === run.languages ? {} : { languages: listed }),
    ...(title === run.title ? {} : { title }),
    ...(attempts === (run.attempts ?? 0) ? {} : { attempts }),
    ...(end ? { outcome: end.outcome, duration_ms: end.durationMs, bytes: bytesOfRun(sql.val(run.run_id)) } : {}),
  }
}
