import { type Generated, type Insertable, sql, type Transaction } from 'kysely'
import { EngineError } from '../../contract/errors.ts'
import type { Database } from '../database/database.ts'
import { addExecutions } from '../run/execution-rows.ts'
import { lockRuns, refuseEnded, updateRuns } from '../run/run-progress.ts'
import type { RunTables } from '../run/run-tables.ts'
import type { JournalEntry, StoredEvent } from './journal-entry.ts'

export type EventTables = { event: EventTable }

interface EventTable {
  position: Generated<number>
  run_id: string
  seq: number
  last_seq: number
  type: string
  at: number
  /** The owner of the run, on `*.end` events only: the index of the log export holds nothing else. */
  end_user_id: string | null
  /** The whole entry as JSON. */
  body: string
}

export interface EventRows {
  /**
   * All or nothing, in order. Also keeps the `run` and `execution` rows, in the same transaction. Throws RUN_ALREADY_ENDED
   * when one of the runs has its `run.end`, whoever wrote it, and RUN_NOT_FOUND for a run that was never created. The very
   * same entries again change nothing: after STORE_BUSY they may have been stored, if the connection broke at the commit.
   */
  append(entries: JournalEntry[]): Promise<void>
  /** Entries whose last number is above `afterSeq`, in order. */
  read(runId: string, afterSeq: number): Promise<JournalEntry[]>
  /** The first of them. */
  readPage(runId: string, page: { afterSeq: number; limit: number }): Promise<JournalEntry[]>
  /** `*.end` events of one user (or of all: null), newest first; `before` is the position that ended the page before. */
  readEnds(filter: {
    userId: string | null
    fromMs?: number
    toMs?: number
    before?: number
    limit: number
  }): Promise<OwnedEvent[]>
}

export interface OwnedEvent {
  /** Grows with every stored event of every run. */
  position: number
  userId: string
  event: StoredEvent
}

/** Keeps one statement below the 32,766 values that SQLite allows. */
const ROWS_PER_INSERT = 1000

export function eventRows({ db, kind, where }: Database<EventTables & RunTables>): EventRows {
  const readPage = async (runId: string, { afterSeq, limit }: { afterSeq: number; limit?: number }) => {
    const ofRun = db.selectFrom('event').where('run_id', '=', runId)
    // Only the last row that begins before it can reach beyond it: those before that are not looked at again.
    const begun = ofRun.select((eb) => eb.fn.max('seq').as('seq')).where('seq', '<=', afterSeq)
    const from = sql<number>`coalesce((${begun}), 0)`
    const query = ofRun.select('body').where('seq', '>=', from).where('last_seq', '>', afterSeq).orderBy('seq')
    const rows = await (limit === undefined ? query : query.limit(limit)).execute()
    return rows.map((row) => parseBody<JournalEntry>(row.body, where))
  }
  return {
    async append(entries) {
      if (entries.length === 0) return
      try {
        await db.transaction().execute(async (transaction) => {
          const runs = await lockRuns({ transaction, kind, entries })
          refuseEnded(runs)
          const owners = new Map(runs.map((run) => [run.run_id, run.user_id]))
          await addEvents(transaction, entries, owners)
          await addExecutions(transaction, entries, owners)
          await updateRuns(transaction, entries, runs)
        })
      } catch (error) {
        // Looked at only then: almost every batch is new.
        const wasThere = await isStored(db, entries).catch(() => false)
        if (!wasThere) throw error
      }
    },
    read: (runId, afterSeq) => readPage(runId, { afterSeq }),
    readPage,
    async readEnds({ userId, fromMs, toMs, before, limit }) {
      let query = db.selectFrom('event').select(['position', 'end_user_id', 'body'])
      if (userId === null) query = query.where('end_user_id', 'is not', null)
      else query = query.where('end_user_id', '=', userId)
      // The plus keeps the index that stands in the order of the pages: another one would sort all there is for each of them.
      const at = sql<number>`+${sql.ref('at')}`
      if (fromMs !== undefined) query = query.where(at, '>=', fromMs)
      if (toMs !== undefined) query = query.where(at, '<', toMs)
      if (before !== undefined) query = query.where('position', '<', before)
      const rows = await query.orderBy('position', 'desc').limit(limit).execute()
      return rows.map((row) => ({
        position: Number(row.position),
        userId: row.end_user_id ?? '',
        event: parseBody<StoredEvent>(row.body, where),
      }))
    },
  }
}

/** A batch whose answer was lost comes again. It is stored as a whole, so for a new one the first look is enough. */
async function isStored(db: Database<EventTables & RunTables>['db'], entries: JournalEntry[]): Promise<boolean> {
  for (const entry of entries) {
    const query = db.selectFrom('event').select('body').where('run_id', '=', entry.runId)
    const row = await query.where('seq', '=', entry.seq).executeTakeFirst()
    if (row?.body !== JSON.stringify(entry)) return false
  }
  return true
}

async function addEvents(
  transaction: Transaction<EventTables & RunTables>,
  entries: JournalEntry[],
  owners: Map<string, string>,
) {
  for (let first = 0; first < entries.length; first += ROWS_PER_INSERT) {
    const rows = entries.slice(first, first + ROWS_PER_INSERT).map((entry) => eventRow(entry, owners))
    await transaction.insertInto('event').values(rows).execute()
  }
}

function eventRow(entry: JournalEntry, owners: Map<string, string>): Insertable<EventTable> {
  return {
    run_id: entry.runId,
    seq: entry.seq,
    last_seq: entry.type === 'output.segment' ? entry.lastSeq : entry.seq,
    type: entry.type,
    at: entry.at,
    end_user_id: entry.type.endsWith('.end') ? (owners.get(entry.runId) ?? null) : null,
    // JSON escapes NUL and lone surrogates, which PostgreSQL's text cannot hold as they are.
    body: JSON.stringify(entry),
  }
}

function parseBody<T>(body: string, where: string): T {
  try {
    return JSON.parse(body) as T
  } catch (cause) {
    throw new EngineError('STORE_DAMAGED', { where, reason: 'a stored event is not valid JSON' }, { cause })
  }
}
