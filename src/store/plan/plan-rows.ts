import type { ExpressionBuilder, Kysely, Selectable, Transaction } from 'kysely'
import { EngineError } from '../../contract/errors.ts'
import type { StreamDraft } from '../../contract/event.ts'
import type { PlanState } from '../../contract/plan.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import { change } from '../event/change.ts'
import type { EventTables } from '../event/event-tables.ts'
import type { LeaseTables } from '../lease/lease-rows.ts'
import { planColumns, planHead, stepColumns, stepRow } from './plan-columns.ts'
import type { PlanChange, PlanHead, PlanRow, PlanTable, PlanTables, StepRow } from './plan-tables.ts'

/** An event of a plan; the rows know its subject, its user and the time. */
export type PlanDraft = PlanStreamDraft extends infer Draft
  ? Draft extends unknown
    ? Omit<Draft, 'subject' | 'userId' | 'at' | 'runId' | 'sessionId'>
    : never
  : never
type PlanStreamDraft = Extract<StreamDraft, { type: `plan.${string}` | `step.${string}` }>

export interface PlanClaim {
  planId: string
  token: string
}

/** Rows of plans and their steps; every change tells events of the plan, in the same transaction. */
export interface PlanRows {
  /** With the steps that a branch begins with. */
  create(plan: PlanRow, steps: StepRow[]): Promise<void>
  get(id: string): Promise<PlanRow | undefined>
  head(id: string): Promise<PlanHead | undefined>
  steps(planId: string): Promise<StepRow[]>
  /** Newest first; `before` is the last id of the previous page. */
  list(filter: { userId: string; limit: number; before?: string }): Promise<PlanHead[]>
  /** Plans that are to go on, and in the hands of no other living engine. */
  free(filter: { engineId: string; now: number; limit: number }): Promise<string[]>
  /** Takes a plan that is to go on; undefined when another living engine has it, or it is not to go on. */
  claim(claim: PlanClaim & { engineId: string; now: number }): Promise<PlanRow | undefined>
  /** Whether the plan is still in the hands that hold this token, and its state. */
  held(claim: PlanClaim): Promise<PlanState | undefined>
  release(claim: PlanClaim): Promise<void>
  /**
   * Changes a plan for the holder of the token, in one transaction; gives its state and the ids of the told events.
   * Throws PLAN_TAKEN, with nothing changed, for any other token.
   */
  write(claim: PlanClaim, change: PlanChange, drafts: PlanDraft[]): Promise<{ state: PlanState; told: string[] }>
  /**
   * Changes a plan for its owner, in one transaction: `decide` sees it and its steps as they are and says what changes.
   * `takes` ends the hold of the engine at work.
   */
  alter(
    id: string,
    decide: (plan: PlanRow, steps: StepRow[], isHeld: boolean) => PlanChange & { drafts: PlanDraft[]; takes?: boolean },
    now: number,
  ): Promise<PlanRow>
  /** Removes ended plans that were last changed before then. */
  removeBefore(at: number): Promise<void>
  removeOf(userId: string, limit: number): Promise<number>
}

type Tables = PlanTables & EventTables & LeaseTables

export function planRows(database: Database<Tables>): PlanRows {
  const { db, kind } = database
  return {
    create: ({ definition, ...head }, steps) =>
      change(database, async (transaction, tell) => {
        const columns = { ...planColumns(head), token: null }
        await transaction.insertInto('plan').values(columns).execute()
        const body = JSON.stringify(definition)
        await transaction.insertInto('plan_definition').values({ plan_id: head.id, body }).execute()
        await putSteps(transaction, head.id, steps)
        const { createdAt, branchOf } = head
        await tell(
          ...draftsOf(columns, createdAt, [{ type: 'plan.created', steps: definition.steps.length, branchOf }]),
        )
      }),
    async get(id) {
      const row = await rowOf(db, id)
      return row && wholePlan(db, row)
    },
    async head(id) {
      const row = await rowOf(db, id)
      return row && planHead(row)
    },
    steps: (planId) => stepsOf(db, planId),
    async list({ userId, limit, before }) {
      const own = db.selectFrom('plan').selectAll().where('user_id', '=', userId)
      const page = before === undefined ? own : own.where('id', '<', before)
      return (await page.orderBy('id', 'desc').limit(limit).execute()).map(planHead)
    },
    async free({ engineId, now, limit }) {
      const going = db.selectFrom('plan').select('id').where('state', '=', 'running')
      const rows = await going
        .where((eb) => isFree(eb, db, { engineId, now }))
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
    async claim({ planId, token, engineId, now }) {
      const row = await db
        .updateTable('plan')
        .set({ engine_id: engineId, token })
        .where('id', '=', planId)
        .where('state', '=', 'running')
        .where((eb) => isFree(eb, db, { engineId, now }))
        .returningAll()
        .executeTakeFirst()
      return row && wholePlan(db, row)
    },
    async held({ planId, token }) {
      const own = db.selectFrom('plan').select('state').where('id', '=', planId).where('token', '=', token)
      return (await own.executeTakeFirst())?.state
    },
    async release({ planId, token }) {
      const own = db.updateTable('plan').where('id', '=', planId).where('token', '=', token)
      await own.set({ engine_id: null, token: null }).execute()
    },
    write: (claim, { releases, ...rest }, drafts) =>
      change(database, async (transaction, tell) => {
        const { planId, token } = claim
        const row = await lockPlan(transaction, kind, planId)
        if (row?.token !== token) throw new EngineError('PLAN_TAKEN', { planId })
        await putPlan(transaction, row, { ...rest, ends: releases })
        const told = await tell(...draftsOf(row, rest.at, drafts))
        return { state: rest.plan?.state ?? row.state, told: told.map(({ id }) => id) }
      }),
    alter: (id, decide, now) =>
      change(database, async (transaction, tell) => {
        const row = await lockPlan(transaction, kind, id)
        if (!row) throw new EngineError('PLAN_NOT_FOUND', { planId: id })
        const plan = await wholePlan(transaction, row)
        const { drafts, takes, ...rest } = decide(
          plan,
          await stepsOf(transaction, id),
          await isLiving(transaction, row, now),
        )
        await putPlan(transaction, row, { ...rest, ends: takes })
        await tell(...draftsOf(row, rest.at, drafts))
        return { ...plan, ...rest.plan, updatedAt: rest.at, ...(takes && { engineId: null }) }
      }),
    async removeBefore(at) {
      const ended = ['done', 'failed', 'cancelled'] as const
      await db.deleteFrom('plan').where('updated_at', '<', at).where('state', 'in', ended).execute()
    },
    async removeOf(userId, limit) {
      const next = db.selectFrom('plan').select('id').where('user_id', '=', userId).orderBy('id').limit(limit)
      return Number((await db.deleteFrom('plan').where('id', 'in', next).executeTakeFirst()).numDeletedRows)
    },
  }
}

/** No engine has it, or this one, or one whose lease has expired. */
const isFree = (
  { eb, or }: ExpressionBuilder<Tables, 'plan'>,
  db: Kysely<Tables>,
  { engineId, now }: { engineId: string; now: number },
) => or([eb('engine_id', 'is', null), eb('engine_id', '=', engineId), eb('engine_id', 'not in', living(db, now))])

const living = (db: Kysely<Tables>, now: number) =>
  db.selectFrom('engine_lease').select('engine_lease.engine_id').where('expires_at', '>', now)

type Facts = Selectable<PlanTable>

const rowOf = (db: Kysely<Tables>, id: string): Promise<Facts | undefined> =>
  db.selectFrom('plan').selectAll().where('id', '=', id).executeTakeFirst()

function lockPlan(transaction: Transaction<Tables>, kind: DatabaseKind, id: string): Promise<Facts | undefined> {
  const query = transaction.selectFrom('plan').selectAll().where('id', '=', id)
  return (kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
}

async function wholePlan(db: Kysely<Tables>, row: Facts): Promise<PlanRow> {
  const query = db.selectFrom('plan_definition').select('body').where('plan_id', '=', row.id)
  const { body } = await query.executeTakeFirstOrThrow()
  return { ...planHead(row), definition: JSON.parse(body) }
}

async function isLiving(db: Kysely<Tables>, { engine_id }: Facts, now: number): Promise<boolean> {
  if (engine_id === null) return false
  return (await living(db, now).where('engine_id', '=', engine_id).executeTakeFirst()) !== undefined
}

async function stepsOf(db: Kysely<Tables>, planId: string): Promise<StepRow[]> {
  const query = db.selectFrom('plan_step').select(['path', 'state', 'body']).where('plan_id', '=', planId)
  return (await query.execute()).map(stepRow)
}

async function putPlan(
  transaction: Transaction<Tables>,
  row: Facts,
  { at, plan = {}, steps = [], forgotten = [], ends = false }: PlanChange & { ends: boolean | undefined },
): Promise<void> {
  const { id } = row
  const { definition, ...head } = plan
  const { state, body } = planColumns({ ...planHead(row), ...head })
  const columns = { state, body, updated_at: at, ...(ends && { engine_id: null, token: null }) }
  await transaction.updateTable('plan').set(columns).where('id', '=', id).execute()
  if (definition) {
    const next = { body: JSON.stringify(definition) }
    await transaction.updateTable('plan_definition').set(next).where('plan_id', '=', id).execute()
  }
  await putSteps(transaction, id, steps)
  for (const path of forgotten) {
    await transaction.deleteFrom('plan_step').where('plan_id', '=', id).where('path', '=', path).execute()
  }
}

/** Fewer than a statement's parameters in both databases. */
const AT_ONCE = 500

async function putSteps(transaction: Transaction<Tables>, planId: string, steps: StepRow[]): Promise<void> {
  for (let from = 0; from < steps.length; from += AT_ONCE) {
    const values = steps.slice(from, from + AT_ONCE).map((step) => stepColumns(planId, step))
    await transaction
      .insertInto('plan_step')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .columns(['plan_id', 'path'])
          .doUpdateSet((eb) => ({ state: eb.ref('excluded.state'), body: eb.ref('excluded.body') })),
      )
      .execute()
  }
}

const draftsOf = (
  { id, user_id: userId, session_id: sessionId }: Pick<Facts, 'id' | 'user_id' | 'session_id'>,
  at: number,
  drafts: PlanDraft[],
): StreamDraft[] => drafts.map((draft) => ({ ...draft, subject: `plan:${id}`, userId, at, sessionId }) as StreamDraft)
