import { type Insertable, sql, type Transaction } from 'kysely'
import { EngineError } from '../../contract/errors.ts'
import type { Subject } from '../../contract/event/envelope.ts'
import type { Database, ToldListener } from '../database/database.ts'
import type { LearningTables } from '../learning/learning-tables.ts'
import { addOwedFeedback } from '../learning/owed-feedback.ts'
import { addExecutions } from '../run/execution-rows.ts'
import { lockRuns, refuseEnded, refuseTaken, updateRuns } from '../run/run-progress.ts'
import type { RunTables } from '../run/run-tables.ts'
import type { EventTable, EventTables } from './event-tables.ts'
import type { JournalEntry, RunEntry, StoredEvent } from './journal-entry.ts'
import { lastSeq } from './last-seq.ts'
import { type OwnedTables, ownsSubject } from './owns-subject.ts'
import { type PlaceRows, userPlaces } from './user-places.ts'

type Tables = EventTables & RunTables & OwnedTables & LearningTables

export interface EventRows extends PlaceRows {
  /**
   * Appends all or nothing, in order. Also updates the `run` and `execution` rows, in the same transaction. Throws
   * RUN_ALREADY_ENDED when one of the runs has its `run.end`, whoever wrote it, and RUN_NOT_FOUND for a run that was
   * never created. Repeating the same entries changes nothing: after STORE_BUSY they may have been stored, if the
   * connection broke at the commit. With a turn it throws RUN_TAKEN when another engine has one of the runs since.
   */
  append(entries: RunEntry[], turn?: number): Promise<void>
  /** Entries of a run whose last number is above `afterSeq`, in order. */
  read(runId: string, afterSeq: number): Promise<RunEntry[]>
  /** The entries of a run of one type, in order. */
  readType(runId: string, type: RunEntry['type']): Promise<RunEntry[]>
  /** One page of entries of any subject. */
  readPage(subject: Subject, page: { afterSeq: number; limit: number }): Promise<JournalEntry[]>
  /** The last number of a subject; 0 when it has no events. */
  lastSeq(subject: Subject): Promise<number>
  /** Whether this user has such a subject, or had one with events. */
  owns(userId: string, subject: Subject): Promise<boolean>
  /** `*.end` events of one user (or of all: null), newest first; `before` is the last position of the previous page. */
  readEnds(filter: {
    userId: string | null
    fromMs?: number
    toMs?: number
    before?: number
    limit: number
  }): Promise<OwnedEvent[]>
  /** Whether another process has written since this was last asked; absent where only reading tells. */
  writtenElsewhere?(): Promise<boolean>
  /** Calls the listener with the events that other rows stored with their changes, once they are durable. */
  onTold(listener: ToldListener): void
}

export interface OwnedEvent {
  /** Grows with every stored event. */
  position: number
  userId: string
  event: StoredEvent
}

/** Keeps one statement below the 32,766 values that SQLite allows. */
const ROWS_PER_INSERT = 1000

export function eventRows(database: Database<Tables>): EventRows {
  const { db, kind, where, writtenElsewhere } = database
  const readPage = async (subject: Subject, { afterSeq, limit }: { afterSeq: number; limit?: number }) => {
    const stream = db.selectFrom('event').where('subject', '=', subject)
    // Only the last row that begins before it can reach beyond it: earlier rows are not read, as PostgreSQL would for `max`.
    const begun = stream.select('seq').where('seq', '<=', afterSeq).orderBy('seq', 'desc').limit(1)
    const from = sql<number>`coalesce((${begun}), 0)`
    const columns = stream.select(['subject', 'user_id', 'body'])
    const query = columns.where('seq', '>=', from).where('last_seq', '>', afterSeq).orderBy('seq')
    const rows = await (limit === undefined ? query : query.limit(limit)).execute()
    return rows.map((row) => entryOf(row, where))
  }
  return {
    async append(entries, turn) {
      if (entries.length === 0) return
      try {
        await db.transaction().execute(async (transaction) => {
          const runs = await lockRuns({ transaction, kind, entries })
          refuseEnded(runs)
          if (turn !== undefined) refuseTaken(runs, turn)
          const owners = new Map(runs.map((run) => [run.run_id, run.user_id]))
          await addEvents(transaction, entries, owners)
          await addExecutions(transaction, entries, owners)
          await updateRuns(transaction, entries, runs)
          await addOwedFeedback(transaction, entries, owners)
        })
      } catch (error) {
        // Checked only on failure: almost every batch is new.
        const wasThere = await isStored(db, entries).catch(() => false)
        if (!wasThere) throw error
      }
    },
    read: async (runId, afterSeq) => (await readPage(`run:${runId}`, { afterSeq })) as RunEntry[],
    async readType(runId, type) {
      const stream = db.selectFrom('event').select(['subject', 'user_id', 'body']).where('subject', '=', `run:${runId}`)
      const rows = await stream.where('type', '=', type).orderBy('seq').execute()
      return rows.map((row) => entryOf(row, where) as RunEntry)
    },
    readPage,
    ...userPlaces(database, entryOf),
    lastSeq: (subject) => lastSeq(db, subject),
    owns: (userId, subject) => ownsSubject(db, { userId, subject }),
    async readEnds({ userId, fromMs, toMs, before, limit }) {
      let query = db.selectFrom('event').select(['position', 'subject', 'user_id', 'body'])
      if (userId === null) query = query.where('end_user_id', 'is not', null)
      else query = query.where('end_user_id', '=', userId)
      // The plus makes SQLite use the index in the order of the pages: another one would sort everything for each page.
      const at = sql<number>`+${sql.ref('at')}`
      if (fromMs !== undefined) query = query.where(at, '>=', fromMs)
      if (toMs !== undefined) query = query.where(at, '<', toMs)
      if (before !== undefined) query = query.where('position', '<', before)
      const rows = await query.orderBy('position', 'desc').limit(limit).execute()
      return rows.map((row) => ({
        position: Number(row.position),
        userId: row.user_id,
        event: entryOf(row, where) as StoredEvent,
      }))
    },
    ...(writtenElsewhere && { writtenElsewhere: async () => writtenElsewhere() }),
    onTold: (listener) => void database.listeners?.add(listener),
  }
}

/** A batch whose answer was lost comes again. It is stored as a whole, so one look tells whether it is new. */
async function isStored(db: Database<Tables>['db'], entries: RunEntry[]): Promise<boolean> {
  for (const entry of entries) {
    const query = db.selectFrom('event').select('body').where('subject', '=', entry.subject)
    const row = await query.where('seq', '=', entry.seq).executeTakeFirst()
    if (row?.body !== JSON.stringify(entry)) return false
  }
  return true
}

async function addEvents(transaction: Transaction<Tables>, entries: RunEntry[], owners: Map<string, string>) {
  for (let first = 0; first < entries.length; first += ROWS_PER_INSERT) {
    const rows = entries.slice(first, first + ROWS_PER_INSERT).map((entry) => eventRow(entry, owners))
    await transaction.insertInto('event').values(rows).execute()
  }
}

function eventRow(entry: RunEntry, owners: Map<string, string>): Insertable<EventTable> {
  const userId = owners.get(entry.runId) ?? ''
  return {
    subject: entry.subject,
    user_id: userId,
    seq: entry.seq,
    last_seq: entry.type === 'output.segment' ? entry.lastSeq : entry.seq,
    type: entry.type,
    at: entry.at,
    end_user_id: entry.type.endsWith('.end') ? userId : null,
    // JSON escapes NUL and lone surrogates, which PostgreSQL's text cannot hold as they are.
    body: JSON.stringify(entry),
  }
}

/** Subject and user come from the row: events stored before there were streams do not name them. */
function entryOf(row: Pick<EventTable, 'subject' | 'user_id' | 'body'>, where: string): JournalEntry {
  try {
    return Object.assign(JSON.parse(row.body), { subject: row.subject, userId: row.user_id })
  } catch (cause) {
    throw new EngineError('STORE_DAMAGED', { where, reason: 'a stored event is not valid JSON' }, { cause })
  }
}
