import type { Selectable } from 'kysely'
import type { ActionOutcome, ActionReach, ActionRecord } from '../../contract/action.ts'
import { EngineError } from '../../contract/errors.ts'
import type { ErrorInfo } from '../../contract/run.ts'
import { shorten } from '../../contract/shorten.ts'
import type { Database } from '../database/database.ts'
import { change } from '../event/change.ts'
import type { EventTables } from '../event/event-tables.ts'
import type { LeaseTables } from '../lease/lease-rows.ts'
import { actionDrafts } from './action-drafts.ts'

export type ActionTables = { action: ActionTable }

interface ActionTable {
  id: string
  user_id: string
  session_id: string | null
  type: string
  reach: ActionReach
  engine_id: string
  cause: string | null
  /** The id of its `action.start`. */
  start_event: string
  /** JSON, as output and error are. */
  input: string
  outcome: ActionOutcome | null
  output: string | null
  is_cut: number
  error: string | null
  started_at: number
  duration_ms: number | null
}

export interface NewAction {
  id: string
  userId: string
  sessionId: string | null
  type: string
  reach: ActionReach
  /** When its lease expires, another engine ends the action. */
  engineId: string
  cause: string | null
  input: unknown
  startedAt: number
}

export interface EndedAction {
  id: string
  outcome: ActionOutcome
  output?: unknown
  error?: ErrorInfo
  /** The run that did the work. */
  runId?: string
  at: number
}

export interface ActionRow extends ActionRecord {
  userId: string
  engineId: string
}

/** Rows of actions; their start and their end tell an event, in the same transaction. */
export interface ActionRows {
  /** Gives the id of the event that tells it. Throws ACTION_EXISTS for an id that is taken; then nothing is told. */
  begin(action: NewAction): Promise<string>
  /** False, and nothing is changed or told, when it has ended already. */
  end(end: EndedAction): Promise<boolean>
  get(id: string): Promise<ActionRow | undefined>
  /** Newest first; `before` is the last id of the previous page. */
  list(filter: { userId: string; sessionId?: string; limit: number; before?: string }): Promise<ActionRow[]>
  /** Actions that go on, of engines without a lease beyond `now`. */
  abandoned(now: number): Promise<ActionRow[]>
  /** Removes ended actions that began before. */
  removeBefore(at: number): Promise<void>
  /** Removes at most this many of a user; gives their number. */
  removeOf(userId: string, limit: number): Promise<number>
}

/** Larger values are kept in part. */
const MOST_KEPT = 65_536

export function actionRows(database: Database<ActionTables & EventTables & LeaseTables>): ActionRows {
  const { db, kind, mask = (json) => json } = database
  const jsonOf = (value: unknown) => mask(JSON.stringify(value))
  const all = () => db.selectFrom('action').selectAll()
  return {
    begin: (action) =>
      change(database, async (transaction, tell) => {
        const taken = transaction.selectFrom('action').select('id').where('id', '=', action.id)
        if (await taken.executeTakeFirst()) throw new EngineError('ACTION_EXISTS', { actionId: action.id })
        const [told] = await tell(actionDrafts.start(action))
        const start = told?.id ?? ''
        const input = jsonOf(shorten(action.input, MOST_KEPT).value)
        await transaction
          .insertInto('action')
          .values({ ...columnsOf(action), start_event: start, input })
          .execute()
        return start
      }),
    end: (end) =>
      change(database, async (transaction, tell) => {
        const { id, outcome, error, at } = end
        const query = transaction.selectFrom('action').selectAll().where('id', '=', id).where('outcome', 'is', null)
        const row = await (kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
        if (!row) return false
        const { value, isCut } = shorten(end.output, MOST_KEPT)
        const durationMs = Math.max(0, at - row.started_at)
        const next = {
          ...{ outcome, is_cut: Number(isCut), duration_ms: durationMs },
          output: value === undefined ? null : jsonOf(value),
          error: error ? jsonOf(error) : null,
        }
        await transaction.updateTable('action').set(next).where('id', '=', id).execute()
        const { user_id: userId, session_id: sessionId, type, start_event: cause } = row
        await tell(actionDrafts.end({ ...end, userId, sessionId, type, durationMs, cause }))
        return true
      }),
    async get(id) {
      const row = await all().where('id', '=', id).executeTakeFirst()
      return row && rowOf(row)
    },
    async list({ userId, sessionId, limit, before }) {
      let query = all().where('user_id', '=', userId)
      if (sessionId !== undefined) query = query.where('session_id', '=', sessionId)
      if (before !== undefined) query = query.where('id', '<', before)
      return (await query.orderBy('id', 'desc').limit(limit).execute()).map(rowOf)
    },
    async abandoned(now) {
      const living = db.selectFrom('engine_lease').select('engine_id').where('expires_at', '>', now)
      return (await all().where('outcome', 'is', null).where('engine_id', 'not in', living).execute()).map(rowOf)
    },
    async removeBefore(at) {
      await db.deleteFrom('action').where('started_at', '<', at).where('outcome', 'is not', null).execute()
    },
    async removeOf(userId, limit) {
      const next = db.selectFrom('action').select('id').where('user_id', '=', userId).orderBy('id').limit(limit)
      const { numDeletedRows } = await db.deleteFrom('action').where('id', 'in', next).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

const columnsOf = ({ id, userId, sessionId, type, reach, engineId, cause, startedAt }: NewAction) => ({
  ...{ id, user_id: userId, session_id: sessionId, type, reach, engine_id: engineId, cause, started_at: startedAt },
  ...{ outcome: null, output: null, is_cut: 0, error: null, duration_ms: null },
})

const rowOf = (row: Selectable<ActionTable>): ActionRow => ({
  id: row.id,
  userId: row.user_id,
  sessionId: row.session_id,
  type: row.type,
  reach: row.reach,
  engineId: row.engine_id,
  cause: row.cause,
  input: JSON.parse(row.input),
  outcome: row.outcome,
  ...(row.output !== null && { output: JSON.parse(row.output) }),
  ...(row.is_cut === 1 && { cut: true }),
  ...(row.error !== null && { error: JSON.parse(row.error) }),
  startedAt: row.started_at,
  durationMs: row.duration_ms,
})
