import type { Selectable } from 'kysely'
import type { Outcome } from '../../contract/run.ts'
import type { WebhookState } from '../../contract/webhook.ts'
import type { Database } from '../database/database.ts'
import type { RunTables } from '../run/run-tables.ts'

export type WebhookTables = { webhook: WebhookTable }

interface WebhookTable {
  run_id: string
  user_id: string
  url: string
  state: WebhookState
  attempts: number
  next_at: number
  status: number | null
  problem: string | null
  created_at: number
  delivered_at: number | null
}

/** A message that is owed to an address when its run has ended. */
export interface WebhookRow {
  runId: string
  userId: string
  url: string
  state: WebhookState
  attempts: number
  /** The message is not sent before this time. */
  nextAt: number
  /** The status of the last answer. */
  status: number | null
  problem: string | null
  createdAt: number
  deliveredAt: number | null
}

export interface DueWebhook extends WebhookRow {
  outcome: Outcome
  startedAt: number
  durationMs: number | null
}

export interface WebhookRows {
  /** The webhook is stored before its run: a run that exists has its webhook. */
  add(webhook: Pick<WebhookRow, 'runId' | 'userId' | 'url' | 'createdAt'>): Promise<void>
  get(runId: string): Promise<WebhookRow | undefined>
  /** Those that wait for nothing but to be sent: their runs have ended. */
  due(now: number, limit: number): Promise<DueWebhook[]>
  /** Whether nobody else has taken the message meanwhile; others find it again at `untilMs`. */
  claim(webhook: Pick<WebhookRow, 'runId' | 'nextAt'>, untilMs: number): Promise<boolean>
  note(runId: string, what: Partial<Omit<WebhookRow, 'runId' | 'userId' | 'url' | 'createdAt'>>): Promise<void>
  /** Removes messages made before a time whose run does not exist. */
  removeOrphans(createdBefore: number): Promise<void>
  removeOf(userId: string, limit: number): Promise<number>
}

export function webhookRows({ db }: Database<WebhookTables & RunTables>): WebhookRows {
  return {
    async add({ runId, userId, url, createdAt }) {
      const sent = {
        state: 'waiting',
        attempts: 0,
        next_at: 0,
        status: null,
        problem: null,
        delivered_at: null,
      } as const
      await db
        .insertInto('webhook')
        .values({ run_id: runId, user_id: userId, url, created_at: createdAt, ...sent })
        .execute()
    },
    async get(runId) {
      const row = await db.selectFrom('webhook').selectAll().where('run_id', '=', runId).executeTakeFirst()
      return row && webhookRow(row)
    },
    async due(now, limit) {
      const rows = await db
        .selectFrom('webhook')
        .innerJoin('run', 'run.run_id', 'webhook.run_id')
        .selectAll('webhook')
        .select(['run.outcome', 'run.started_at', 'run.duration_ms'])
        .where('webhook.state', '=', 'waiting')
        .where('webhook.next_at', '<=', now)
        .where('run.outcome', 'is not', null)
        .orderBy('webhook.next_at')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        ...webhookRow(row),
        outcome: row.outcome as Outcome,
        startedAt: row.started_at,
        durationMs: row.duration_ms,
      }))
    },
    async claim({ runId, nextAt }, untilMs) {
      const own = db.updateTable('webhook').set({ next_at: untilMs }).where('run_id', '=', runId)
      const free = own.where('next_at', '=', nextAt).where('state', '=', 'waiting')
      return (await free.executeTakeFirst()).numUpdatedRows > 0n
    },
    async note(runId, { state, attempts, nextAt, status, problem, deliveredAt }) {
      const changes = {
        ...(state !== undefined && { state }),
        ...(attempts !== undefined && { attempts }),
        ...(nextAt !== undefined && { next_at: nextAt }),
        ...(status !== undefined && { status }),
        ...(problem !== undefined && { problem }),
        ...(deliveredAt !== undefined && { delivered_at: deliveredAt }),
      }
      await db.updateTable('webhook').set(changes).where('run_id', '=', runId).execute()
    },
    async removeOrphans(createdBefore) {
      const old = db.deleteFrom('webhook').where('created_at', '<', createdBefore)
      await old.where('run_id', 'not in', db.selectFrom('run').select('run_id')).execute()
    },
    async removeOf(userId, limit) {
      const next = db.selectFrom('webhook').select('run_id').where('user_id', '=', userId).limit(limit)
      return Number((await db.deleteFrom('webhook').where('run_id', 'in', next).executeTakeFirst()).numDeletedRows)
    },
  }
}

const webhookRow = (row: Selectable<WebhookTable>): WebhookRow => ({
  runId: row.run_id,
  userId: row.user_id,
  url: row.url,
  state: row.state,
  attempts: row.attempts,
  nextAt: row.next_at,
  status: row.status,
  problem: row.problem,
  createdAt: row.created_at,
  deliveredAt: row.delivered_at,
})
