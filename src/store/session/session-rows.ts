import type { ExpressionBuilder, Selectable, Transaction } from 'kysely'
import { EngineError } from '../../contract/errors.ts'
import type { SessionExecution, SessionSettings } from '../../contract/session.ts'
import type { ContentTables } from '../content/content-tables.ts'
import { changeStates, holdsState, type Released } from '../content/state-rows.ts'
import { columnText } from '../database/column-text.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import { change } from '../event/change.ts'
import type { EventTables } from '../event/event-tables.ts'
import type { LeaseTables } from '../lease/lease-rows.ts'
import { sessionDrafts } from './session-drafts.ts'
import type { SessionStep } from './session-step.ts'

export type SessionTables = {
  session: SessionTable
  session_execution: { session_id: string; n: number; body: string }
}

interface SessionTable {
  id: string
  user_id: string
  conversation: string
  /** JSON. */
  settings: string
  state_id: string | null
  executions: number
  created_at: number
  used_at: number
  engine_id: string | null
  branched_from: string | null
}

export interface SessionRow {
  id: string
  userId: string
  conversation: string
  settings: SessionSettings
  /** Its last saved state. */
  stateId: string | null
  executions: number
  createdAt: number
  usedAt: number
  /** The engine that has it in memory; free when that engine has no lease. */
  engineId: string | null
  branchedFrom: string | null
}

/** Rows of sessions; every change tells an event of the session, in the same transaction. */
export interface SessionRows {
  /** With a state it begins at that one, which must exist: throws CHECKPOINT_NOT_FOUND otherwise. */
  create(session: SessionRow): Promise<void>
  get(id: string): Promise<SessionRow | undefined>
  /** Newest first; `before` is the last id of the previous page. */
  list(filter: { userId: string; conversation?: string; limit: number; before?: string }): Promise<SessionRow[]>
  /**
   * In one transaction: the state becomes the session's, the execution is added to the history with the next number,
   * the previous state is released if nothing else needs it. Throws SESSION_ELSEWHERE unless the engine has the
   * session, SESSION_NOT_FOUND when it was removed, STATE_DAMAGED for a state whose content was released meanwhile.
   */
  advance(step: SessionStep): Promise<Released & { executions: number }>
  update(id: string, change: { settings: SessionSettings; usedAt: number }): Promise<void>
  /**
   * Claims it for this engine: false when another living engine (its lease lasts beyond `now`) has it. Throws
   * SESSION_NOT_FOUND when there is none.
   */
  claim(id: string, engineId: string, now: number): Promise<boolean>
  /** Gives the session back; does nothing when another engine has it. */
  release(id: string, engineId: string): Promise<void>
  /** Oldest numbers first, from `after` on. */
  history(filter: { sessionId: string; after?: number; limit: number }): Promise<SessionExecution[]>
  /** Sessions unused since then, and in memory of no living engine. */
  idle(filter: { usedBefore: number; now: number; limit: number }): Promise<SessionRow[]>
  /** Removes a session with its history; its checkpoints stay. */
  remove(id: string, why: { at: number; reason: 'asked' | 'idle' }): Promise<Released>
}

type Tables = SessionTables & ContentTables & LeaseTables & EventTables

export function sessionRows(database: Database<Tables>): SessionRows {
  const { db, kind } = database
  return {
    create: (session) =>
      change(database, async (transaction, tell) => {
        if (session.stateId !== null && !(await holdsState(transaction, kind, session.stateId))) {
          throw new EngineError('CHECKPOINT_NOT_FOUND', { checkpointId: session.branchedFrom ?? session.stateId })
        }
        await transaction.insertInto('session').values(columnsOf(session)).execute()
        await tell(sessionDrafts.created(session))
      }),
    async get(id) {
      const row = await db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirst()
      return row && sessionRow(row)
    },
    async list({ userId, conversation, limit, before }) {
      let query = db.selectFrom('session').selectAll().where('user_id', '=', userId)
      if (conversation !== undefined) query = query.where('conversation', '=', columnText(conversation))
      // Ids sort by the time they were made.
      if (before !== undefined) query = query.where('id', '<', before)
      return (await query.orderBy('id', 'desc').limit(limit).execute()).map(sessionRow)
    },
    advance: (step) => advance(database, step),
    update: (id, { settings, usedAt }) =>
      change(database, async (transaction, tell) => {
        const next = { settings: JSON.stringify(settings), used_at: usedAt }
        const update = transaction.updateTable('session').set(next).where('id', '=', id)
        const row = await update.returning('user_id').executeTakeFirst()
        if (!row) throw new EngineError('SESSION_NOT_FOUND', { sessionId: id })
        await tell(sessionDrafts.changed({ id, userId: row.user_id, at: usedAt }, settings))
      }),
    async claim(id, engineId, now) {
      const { numUpdatedRows } = await db
        .updateTable('session')
        .set({ engine_id: engineId })
        .where('id', '=', id)
        .where((eb) => eb.or([eb('engine_id', '=', engineId), isFree(eb, now)]))
        .executeTakeFirst()
      if (numUpdatedRows > 0n) return true
      const found = await db.selectFrom('session').select('id').where('id', '=', id).executeTakeFirst()
      if (!found) throw new EngineError('SESSION_NOT_FOUND', { sessionId: id })
      return false
    },
    async release(id, engineId) {
      const own = db.updateTable('session').where('id', '=', id).where('engine_id', '=', engineId)
      await own.set({ engine_id: null }).execute()
    },
    async history({ sessionId, after = 0, limit }) {
      const query = db.selectFrom('session_execution').select(['n', 'body']).where('session_id', '=', sessionId)
      const rows = await query.where('n', '>', after).orderBy('n').limit(limit).execute()
      return rows.map(({ n, body }) => ({ n, ...(JSON.parse(body) as Omit<SessionExecution, 'n'>) }))
    },
    async idle({ usedBefore, now, limit }) {
      const query = db.selectFrom('session').selectAll().where('used_at', '<', usedBefore)
      const rows = await query
        .where((eb) => isFree(eb, now))
        .orderBy('used_at')
        .limit(limit)
        .execute()
      return rows.map(sessionRow)
    },
    remove: (id, { at, reason }) =>
      change(database, async (transaction, tell) => {
        const row = await lockSession(transaction, kind, id)
        if (!row) return { blobs: [] }
        const remove = () => transaction.deleteFrom('session').where('id', '=', id).execute()
        const released = await changeStates({ transaction, kind, left: [row.state_id], change: remove })
        await tell(sessionDrafts.removed({ id, userId: row.user_id, at }, reason))
        return released
      }),
  }
}

async function advance(database: Database<Tables>, step: SessionStep) {
  const { kind } = database
  const { sessionId, engineId, usedAt, state, execution } = step
  return change(database, async (transaction, tell) => {
    const row = await lockSession(transaction, kind, sessionId)
    if (!row) throw new EngineError('SESSION_NOT_FOUND', { sessionId })
    if (row.engine_id !== engineId) throw new EngineError('SESSION_ELSEWHERE', { sessionId })
    const executions = row.executions + (execution ? 1 : 0)
    const move = async () => {
      const next = { executions, used_at: usedAt, state_id: state?.id ?? row.state_id }
      await transaction.updateTable('session').set(next).where('id', '=', sessionId).execute()
      if (!execution) return
      // JSON escapes NUL and lone surrogates, which PostgreSQL's text cannot hold as they are.
      const values = { session_id: sessionId, n: executions, body: JSON.stringify(execution) }
      await transaction.insertInto('session_execution').values(values).execute()
    }
    const left = state && state.id !== row.state_id ? [row.state_id] : []
    const released = await changeStates({ transaction, kind, added: state, left, change: move })
    await tell(sessionDrafts.moved({ id: sessionId, userId: row.user_id, at: usedAt }, step, executions))
    return { ...released, executions }
  })
}

async function lockSession(transaction: Transaction<SessionTables & LeaseTables>, kind: DatabaseKind, id: string) {
  const query = transaction.selectFrom('session').selectAll().where('id', '=', id)
  return (kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
}

/** No engine has it, or one whose lease has expired. */
const isFree = (eb: ExpressionBuilder<SessionTables & LeaseTables, 'session'>, now: number) =>
  eb.or([
    eb('engine_id', 'is', null),
    eb(
      'engine_id',
      'not in',
      eb.selectFrom('engine_lease').select('engine_lease.engine_id').where('expires_at', '>', now),
    ),
  ])

const columnsOf = (session: SessionRow): SessionTable => ({
  id: session.id,
  user_id: session.userId,
  conversation: columnText(session.conversation),
  settings: JSON.stringify(session.settings),
  state_id: session.stateId,
  executions: session.executions,
  created_at: session.createdAt,
  used_at: session.usedAt,
  engine_id: session.engineId,
  branched_from: session.branchedFrom,
})

const sessionRow = (row: Selectable<SessionTable>): SessionRow => ({
  id: row.id,
  userId: row.user_id,
  conversation: row.conversation,
  settings: JSON.parse(row.settings),
  stateId: row.state_id,
  executions: row.executions,
  createdAt: row.created_at,
  usedAt: row.used_at,
  engineId: row.engine_id,
  branchedFrom: row.branched_from,
})
