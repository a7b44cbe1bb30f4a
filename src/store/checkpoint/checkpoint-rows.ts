import type { Selectable, Transaction } from 'kysely'
import type { CheckpointInfo } from '../../contract/checkpoint.ts'
import type { SessionSettings, SessionVariable } from '../../contract/session.ts'
import type { ContentTables } from '../content/content-tables.ts'
import { changeStates, type Released, type StateRow } from '../content/state-rows.ts'
import { storedBytes } from '../content/stored-bytes.ts'
import { columnText } from '../database/column-text.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import { lockName } from '../database/lock-name.ts'
import { change } from '../event/change.ts'
import type { EventTables } from '../event/event-tables.ts'
import { checkpointDrafts } from './checkpoint-drafts.ts'
import { checkpointPages } from './checkpoint-pages.ts'
import type { CheckpointTable, CheckpointTables } from './checkpoint-tables.ts'

export interface CheckpointRow extends Omit<CheckpointInfo, 'inMemory' | 'session'> {
  userId: string
  stateId: string
  /** Settings of the session at that time: a branch begins with them. */
  settings: SessionSettings
  variables: SessionVariable[]
}

export interface CheckpointCount {
  byKind: Record<string, number>
  conversations: number
  bytes: number
  oldestAt: number | null
  newestAt: number | null
}

/** Rows of checkpoints; every change tells an event of the session, in the same transaction. */
export interface CheckpointRows {
  /**
   * Adds a checkpoint in one transaction, with its state if that is new, and removes the oldest of the conversation beyond
   * `most`: automatic ones first, never this one. Throws STATE_DAMAGED when its state was released meanwhile.
   */
  add(checkpoint: CheckpointRow, options: { most: number; state?: StateRow }): Promise<Released & { removed: string[] }>
  get(id: string): Promise<CheckpointRow | undefined>
  /** Newest first. */
  list(filter: { userId: string; conversation?: string; sessionId?: string; limit: number }): Promise<CheckpointRow[]>
  /** Whether there was one. */
  remove(id: string, at: number): Promise<Released & { existed: boolean }>
  /** Counts by kind; the size of each state counts by itself. */
  count(userId: string): Promise<CheckpointCount>
  /** Bytes of all states of this user's checkpoints, each blob counted once. */
  storedBytes(userId: string): Promise<number>
}

type Tables = CheckpointTables & ContentTables & EventTables

export function checkpointRows(database: Database<Tables>): CheckpointRows {
  const { db, kind } = database
  return {
    add: (checkpoint, { most, state }) =>
      change(database, async (transaction, tell) => {
        const { user_id, conversation } = columnsOf(checkpoint)
        await lockName(transaction, kind, `checkpoints of ${user_id} in ${conversation}`)
        const surplus = await surplusOf({ transaction, kind, checkpoint, most })
        const replace = async () => {
          await transaction.insertInto('checkpoint').values(columnsOf(checkpoint)).execute()
          for (const { id } of surplus) await transaction.deleteFrom('checkpoint').where('id', '=', id).execute()
        }
        const left = surplus.map((row) => row.state_id)
        const released = await changeStates({
          ...{ transaction, kind, added: state, left, change: replace },
          needed: checkpoint.stateId,
        })
        const gone = surplus.map(({ id, session_id }) => {
          const { userId, createdAt: at } = checkpoint
          return checkpointDrafts.removed({ id: session_id, userId, at }, id, 'room')
        })
        await tell(checkpointDrafts.created(checkpoint), ...gone)
        return { ...released, removed: surplus.map(({ id }) => id) }
      }),
    async get(id) {
      const row = await db.selectFrom('checkpoint').selectAll().where('id', '=', id).executeTakeFirst()
      return row && checkpointRow(row)
    },
    async list({ userId, conversation, sessionId, limit }) {
      let query = db.selectFrom('checkpoint').selectAll().where('user_id', '=', userId)
      if (conversation !== undefined) query = query.where('conversation', '=', columnText(conversation))
      if (sessionId !== undefined) query = query.where('session_id', '=', sessionId)
      const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
      return rows.map(checkpointRow)
    },
    remove: (id, at) =>
      change(database, async (transaction, tell) => {
        const columns = ['state_id', 'session_id', 'user_id'] as const
        const query = transaction.selectFrom('checkpoint').select(columns).where('id', '=', id)
        const row = await (kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
        if (!row) return { existed: false, blobs: [] }
        const remove = () => transaction.deleteFrom('checkpoint').where('id', '=', id).execute()
        const released = await changeStates({ transaction, kind, left: [row.state_id], change: remove })
        await tell(checkpointDrafts.removed({ id: row.session_id, userId: row.user_id, at }, id, 'asked'))
        return { ...released, existed: true }
      }),
    count: (userId) => count(checkpointPages({ db, kind }, userId)),
    storedBytes: (userId) => storedBytes(db, checkpointPages({ db, kind }, userId)),
  }
}

async function count(pages: ReturnType<typeof checkpointPages>): Promise<CheckpointCount> {
  const found: CheckpointCount = { byKind: {}, conversations: 0, bytes: 0, oldestAt: null, newestAt: null }
  const conversations = new Set<string>()
  for await (const page of pages) {
    for (const { kind, conversation, bytes } of page) {
      found.byKind[kind] = (found.byKind[kind] ?? 0) + 1
      found.bytes += Number(bytes)
      conversations.add(conversation)
    }
    found.oldestAt ??= page[0]?.created_at ?? null
    found.newestAt = page.at(-1)?.created_at ?? found.newestAt
  }
  return { ...found, conversations: conversations.size }
}

const AUTOMATIC: CheckpointTable['kind'][] = ['risky', 'regular', 'step']

/** The checkpoints that have to go to make room: automatic ones first, of these the oldest. */
async function surplusOf(options: {
  transaction: Transaction<CheckpointTables>
  kind: DatabaseKind
  checkpoint: CheckpointRow
  most: number
}) {
  const { transaction, kind, checkpoint, most } = options
  const query = transaction
    .selectFrom('checkpoint')
    .select(['id', 'session_id', 'state_id', 'kind', 'created_at'])
    .where('user_id', '=', checkpoint.userId)
    .where('conversation', '=', columnText(checkpoint.conversation))
    .orderBy('id')
  const rows = await (kind === 'postgres' ? query.forUpdate() : query).execute()
  const isAutomatic = (row: (typeof rows)[number]) => AUTOMATIC.includes(row.kind)
  const oldest = rows.toSorted((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
  const order = [...oldest.filter(isAutomatic), ...oldest.filter((row) => !isAutomatic(row))]
  return order.slice(0, Math.max(0, rows.length + 1 - most))
}

function columnsOf(checkpoint: CheckpointRow): CheckpointTable {
  const { id, userId, sessionId, conversation, kind, createdAt, stateId, ...rest } = checkpoint
  return {
    id,
    user_id: userId,
    session_id: sessionId,
    conversation: columnText(conversation),
    kind,
    created_at: createdAt,
    state_id: stateId,
    body: JSON.stringify(rest),
  }
}

const checkpointRow = (row: Selectable<CheckpointTable>): CheckpointRow => ({
  id: row.id,
  userId: row.user_id,
  sessionId: row.session_id,
  conversation: row.conversation,
  kind: row.kind,
  createdAt: row.created_at,
  stateId: row.state_id,
  ...JSON.parse(row.body),
})
