import type { Selectable, Transaction } from 'kysely'
import type { Approval, ApprovalFor, ApprovalKind, ApprovalState } from '../../contract/approval.ts'
import { shorten } from '../../contract/shorten.ts'
import { columnText } from '../database/column-text.ts'
import type { Database } from '../database/database.ts'
import { lockName } from '../database/lock-name.ts'
import { change } from '../event/change.ts'
import type { EventTables } from '../event/event-tables.ts'
import { approvalDrafts } from './approval-drafts.ts'

export type ApprovalTables = { approval: ApprovalTable }

interface ApprovalTable {
  id: string
  user_id: string
  session_id: string | null
  action_id: string | null
  cause: string | null
  kind: ApprovalKind
  title: string
  /** JSON, as names and suggestion are. */
  arguments: string
  names: string
  /** Of the whole arguments, which the row may hold in part only. */
  hash: string
  /** Of the part of the arguments that an approval for a session is bound to. */
  scope_hash: string
  reason: string
  suggestion: string | null
  state: ApprovalState
  asked_at: number
  expires_at: number
  decided_by: string | null
  decided_at: number | null
  granted_for: ApprovalFor | null
  pattern: string | null
  good_until: number | null
  /** The time at which the effect took this answer: it answers no other. */
  used_at: number | null
  /** 1 where nobody waits for the answer. */
  is_suggestion: number
}

export interface ApprovalRow extends Approval {
  scopeHash: string
}

type Undecided = 'state' | 'decidedBy' | 'decidedAt' | 'for' | 'pattern' | 'goodUntil'
export type NewApproval = Omit<ApprovalRow, Undecided> & { hash: string }

/** The effect that an answer is for. */
export interface AnswerOf {
  userId: string
  sessionId: string | null
  kind: ApprovalKind
  hash: string
  now: number
}

/** `approved`: the effect may happen now; `asked` names the question that is there, `isNew` where it was not before. */
export type Suggested =
  | { state: 'approved' }
  | { state: 'asked'; approval: ApprovalRow; isNew: boolean }
  | { state: 'refused' }

export interface DecidedApproval {
  id: string
  state: 'approved' | 'denied'
  by: string
  for: ApprovalFor | null
  pattern: string | null
  goodUntil: number | null
  at: number
}

/** Rows of questions to people; asking and deciding tell an event, in the same transaction. */
export interface ApprovalRows {
  /** Gives the question that waits for the same effect already, or the new one. */
  ask(approval: NewApproval): Promise<ApprovalRow>
  /** Takes an answer to exactly this effect that no effect has taken yet; it is never given twice. */
  use(of: AnswerOf): Promise<ApprovalRow | undefined>
  /**
   * Takes an approval of exactly this effect, or leaves a question that nobody waits for. There is one for an effect until its time is
   * over, whatever its answer, unless that was taken; beyond `most` of a user that nobody has answered there is none.
   */
  suggest(asked: NewApproval, most: { unanswered: number; since: number }): Promise<Suggested>
  /** Approvals for a session, and by pattern, that are good now. */
  good(of: { userId: string; now: number }): Promise<ApprovalRow[]>
  /** Undefined, and nothing is changed or told, unless it waits. */
  decide(decided: DecidedApproval): Promise<ApprovalRow | undefined>
  /** Ends the questions whose time is over. */
  expire(now: number): Promise<void>
  get(id: string): Promise<ApprovalRow | undefined>
  /** Newest first, of one user or of all; `before` is the last id of the previous page. */
  list(filter: { userId?: string; state?: ApprovalState; limit: number; before?: string }): Promise<ApprovalRow[]>
  /** Removes questions that were asked before, unless they wait or are good. */
  removeBefore(at: number, now: number): Promise<void>
  /** Removes at most this many of a user; gives their number. */
  removeOf(userId: string, limit: number): Promise<number>
}

const MOST_KEPT = 65_536

type Tables = ApprovalTables & EventTables

export function approvalRows(database: Database<Tables>): ApprovalRows {
  const { db, kind: databaseKind, mask = (json) => json } = database
  const all = () => db.selectFrom('approval').selectAll()
  return {
    ask: (asked) =>
      change(database, async (transaction, tell) => {
        await lockName(transaction, databaseKind, `questions of ${asked.userId}`)
        const same = await ofEffect(transaction, { ...asked, now: asked.askedAt })
          .where('state', '=', 'waiting')
          .executeTakeFirst()
        if (same) return rowOf(same)
        const row = columnsOf(asked, mask)
        await transaction.insertInto('approval').values(row).execute()
        await tell(approvalDrafts.asked(asked))
        return rowOf(row)
      }),
    async use(of) {
      return db.transaction().execute(async (transaction) => {
        await lockName(transaction, databaseKind, `questions of ${of.userId}`)
        return takeAnswer(transaction, of, ['approved', 'denied'])
      })
    },
    suggest: (asked, most) =>
      change(database, async (transaction, tell) => {
        await lockName(transaction, databaseKind, `questions of ${asked.userId}`)
        const of = { ...asked, now: asked.askedAt }
        if (await takeAnswer(transaction, of, ['approved'])) return { state: 'approved' as const }
        const open = ofEffect(transaction, of).where('state', 'in', ['waiting', 'denied'])
        const known = await open.executeTakeFirst()
        if (known?.state === 'denied') return { state: 'refused' as const }
        if (known) return { state: 'asked' as const, approval: rowOf(known), isNew: false }
        if ((await unanswered(transaction, { ...asked, ...most })) >= most.unanswered)
          return { state: 'refused' as const }
        const row = columnsOf(asked, mask)
        await transaction.insertInto('approval').values(row).execute()
        await tell(approvalDrafts.asked(asked))
        return { state: 'asked' as const, approval: rowOf(row), isNew: true }
      }),
    async good({ userId, now }) {
      const own = all().where('user_id', '=', userId).where('good_until', '>', now)
      return (await own.where('state', '=', 'approved').execute()).map(rowOf)
    },
    decide: ({ id, state, by, at, ...granted }) =>
      change(database, async (transaction, tell) => {
        const next = {
          ...{ state, decided_by: by, decided_at: at, granted_for: granted.for },
          ...{ pattern: granted.pattern, good_until: granted.goodUntil },
        }
        const waiting = transaction
          .updateTable('approval')
          .set(next)
          .where('id', '=', id)
          .where('state', '=', 'waiting')
        const row = await waiting.returningAll().executeTakeFirst()
        if (!row) return undefined
        await tell(approvalDrafts.decided(rowOf(row), at))
        return rowOf(row)
      }),
    async expire(now) {
      const due = db.selectFrom('approval').select('id').where('state', '=', 'waiting').where('expires_at', '<=', now)
      for (const { id } of await due.execute()) {
        await change(database, async (transaction, tell) => {
          const waiting = transaction.updateTable('approval').set({ state: 'expired', decided_at: now })
          const ended = waiting.where('id', '=', id).where('state', '=', 'waiting').returningAll()
          const row = await ended.executeTakeFirst()
          if (row) await tell(approvalDrafts.decided(rowOf(row), now))
        })
      }
    },
    async get(id) {
      const row = await all().where('id', '=', id).executeTakeFirst()
      return row && rowOf(row)
    },
    async list({ userId, state, limit, before }) {
      let query = all()
      if (userId !== undefined) query = query.where('user_id', '=', userId)
      if (state !== undefined) query = query.where('state', '=', state)
      if (before !== undefined) query = query.where('id', '<', before)
      return (await query.orderBy('id', 'desc').limit(limit).execute()).map(rowOf)
    },
    async removeBefore(at, now) {
      const old = db.deleteFrom('approval').where('asked_at', '<', at).where('state', '!=', 'waiting')
      await old.where((eb) => eb.or([eb('good_until', 'is', null), eb('good_until', '<', now)])).execute()
    },
    async removeOf(userId, limit) {
      const next = db.selectFrom('approval').select('id').where('user_id', '=', userId).orderBy('id').limit(limit)
      const { numDeletedRows } = await db.deleteFrom('approval').where('id', 'in', next).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

/** An answer to exactly this effect that no effect has taken. A lasting one is no answer any more once its time is over. */
async function takeAnswer(transaction: Transaction<Tables>, of: AnswerOf, states: ('approved' | 'denied')[]) {
  const answered = ofEffect(transaction, of).where('state', 'in', states).where('used_at', 'is', null)
  const good = answered.where((eb) => eb.or([eb('good_until', 'is', null), eb('good_until', '>', of.now)]))
  const row = await good.executeTakeFirst()
  if (!row) return undefined
  await transaction.updateTable('approval').set({ used_at: of.now }).where('id', '=', row.id).execute()
  return rowOf(row)
}

async function unanswered(transaction: Transaction<Tables>, { userId, since }: { userId: string; since: number }) {
  const own = transaction.selectFrom('approval').where('user_id', '=', userId).where('is_suggestion', '=', 1)
  const open = own.where('state', 'in', ['waiting', 'expired']).where('asked_at', '>', since)
  const { count } = await open.select((eb) => eb.fn.countAll().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

/** Questions about exactly this effect whose time is not over, the oldest first. */
function ofEffect(transaction: Transaction<Tables>, { userId, sessionId, kind, hash, now }: AnswerOf) {
  const own = transaction.selectFrom('approval').selectAll().where('user_id', '=', userId).where('hash', '=', hash)
  const same = own.where('kind', '=', kind).where('expires_at', '>', now)
  const placed = sessionId === null ? same.where('session_id', 'is', null) : same.where('session_id', '=', sessionId)
  return placed.orderBy('id').limit(1)
}

const columnsOf = (asked: NewApproval, mask: (json: string) => string): ApprovalTable => ({
  ...{ id: asked.id, user_id: asked.userId, session_id: asked.sessionId, action_id: asked.actionId },
  ...{ cause: asked.cause, kind: asked.kind, title: columnText(mask(asked.title)), reason: columnText(asked.reason) },
  arguments: mask(JSON.stringify(shorten(asked.arguments, MOST_KEPT).value ?? null)),
  names: mask(JSON.stringify(asked.names)),
  ...{ hash: asked.hash, scope_hash: asked.scopeHash },
  suggestion: asked.suggestion && JSON.stringify(asked.suggestion),
  ...{ state: 'waiting' as const, asked_at: asked.askedAt, expires_at: asked.expiresAt },
  ...{ decided_by: null, decided_at: null, granted_for: null, pattern: null, good_until: null, used_at: null },
  is_suggestion: asked.suggested ? 1 : 0,
})

const rowOf = (row: Selectable<ApprovalTable>): ApprovalRow => ({
  ...{ id: row.id, userId: row.user_id, sessionId: row.session_id, actionId: row.action_id, cause: row.cause },
  ...{ kind: row.kind, title: row.title, arguments: JSON.parse(row.arguments), names: JSON.parse(row.names) },
  ...{ scopeHash: row.scope_hash, reason: row.reason, suggestion: row.suggestion && JSON.parse(row.suggestion) },
  ...{ state: row.state, askedAt: row.asked_at, expiresAt: row.expires_at, decidedBy: row.decided_by },
  ...{ decidedAt: row.decided_at, for: row.granted_for, pattern: row.pattern, goodUntil: row.good_until },
  suggested: row.is_suggestion === 1,
})
