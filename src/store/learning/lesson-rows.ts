import type { Selectable, Transaction } from 'kysely'
import type { StreamDraft } from '../../contract/event.ts'
import type { RunFact } from '../../contract/feedback.ts'
import type { LessonChange, LessonDelta } from '../../contract/playbook.ts'
import type { Database } from '../database/database.ts'
import { lockName } from '../database/lock-name.ts'
import { change } from '../event/change.ts'
import type { EventTables } from '../event/event-tables.ts'
import type { KeptLesson } from './kept-lesson.ts'
import type { LearningTables, LessonDeltaTable } from './learning-tables.ts'

/** Everything that is stored at once: deltas with the lessons they make, and the feedback that led to them. */
export interface Learnt {
  userId: string
  /** The last delta that the writer knew; nothing is stored when there is a later one. */
  fromSeq: number
  deltas: LessonDelta[]
  /** The lessons that these deltas change, as they are now. */
  lessons: KeptLesson[]
  /** The feedback that this is learnt from; it leaves the queue with it. */
  feedback?: { id: string; facts: RunFact[]; isLast: boolean }
  told: StreamDraft[]
}

export interface LessonRows {
  list(userId: string): Promise<KeptLesson[]>
  lastSeq(userId: string): Promise<number>
  /** The deltas of a user in their order, up to a number and a time. */
  log(userId: string, until?: { seq?: number; at?: number }): Promise<LessonDelta[]>
  /** The deltas that name a lesson. */
  logOf(userId: string, lessonId: string): Promise<LessonDelta[]>
  /** Whether a delta names this run. */
  names(userId: string, runId: string): Promise<boolean>
  /** `stale` when another writer was faster, `done` when the feedback was learnt from before: then nothing is changed. */
  learn(learnt: Learnt): Promise<'stored' | 'stale' | 'done'>
  /** Removes every delta that names these lessons or runs, the facts of the runs, and stores the fold of the other deltas. */
  forget(wanted: {
    userId: string
    lessonIds: readonly string[]
    runIds: readonly string[]
    /** Deltas that are removed beside those. */
    seqs: readonly number[]
    at: number
    fold(deltas: LessonDelta[]): KeptLesson[]
    told: StreamDraft[]
  }): Promise<void>
  /** Active lessons of others that were granted to this user, with the agent that may use each; null is every agent. */
  granted(toUser: string): Promise<{ lesson: KeptLesson; userId: string; agent: string | null }[]>
  /** Lessons in this state, those that changed longest ago first. */
  inState(state: string, limit: number): Promise<{ userId: string; lesson: KeptLesson }[]>
  /** Lessons that have not changed since this time. */
  unchangedSince(at: number, limit: number): Promise<{ userId: string; lessonId: string }[]>
  removeOf(userId: string, limit: number): Promise<number>
}

type Tables = LearningTables & EventTables

export function lessonRows(database: Database<Tables>): LessonRows {
  const { db, kind } = database
  const logged = (userId: string) => db.selectFrom('lesson_delta').selectAll().where('user_id', '=', userId)
  return {
    async list(userId) {
      const rows = await db.selectFrom('lesson').select('body').where('user_id', '=', userId).orderBy('id').execute()
      return rows.map(({ body }) => JSON.parse(body) as KeptLesson)
    },
    lastSeq: (userId) => lastSeq(db as never, userId),
    async log(userId, { seq, at } = {}) {
      let query = logged(userId)
      if (seq !== undefined) query = query.where('seq', '<=', seq)
      if (at !== undefined) query = query.where('at', '<=', at)
      return (await query.orderBy('seq').execute()).map(deltaOf)
    },
    async logOf(userId, lessonId) {
      const named = logged(userId).where(({ or, eb }) =>
        or([eb('lesson_id', '=', lessonId), eb('other_id', '=', lessonId)]),
      )
      return (await named.orderBy('seq').execute()).map(deltaOf)
    },
    async names(userId, runId) {
      return (await logged(userId).where('run_id', '=', runId).limit(1).execute()).length > 0
    },
    learn: (learnt) =>
      change(database, async (transaction, tell) => {
        await lockName(transaction, kind, `playbook of ${learnt.userId}`)
        if ((await lastSeq(transaction, learnt.userId)) !== learnt.fromSeq) return 'stale'
        if (learnt.feedback && !(await settle(transaction, learnt.userId, learnt.feedback))) return 'done'
        for (const delta of learnt.deltas) {
          await transaction.insertInto('lesson_delta').values(deltaRow(learnt.userId, delta)).execute()
        }
        await putLessons(transaction, learnt.userId, learnt.lessons)
        await tell(...learnt.told)
        return 'stored'
      }),
    forget: ({ userId, lessonIds, runIds, seqs, at, fold, told }) =>
      change(database, async (transaction, tell) => {
        await lockName(transaction, kind, `playbook of ${userId}`)
        // The number of the log grows, so that engines that have it in memory read it again.
        const seq = (await lastSeq(transaction, userId)) + 1
        const mark: LessonDelta = { seq, at, by: 'person', change: { op: 'forget' } }
        await dropDeltas(transaction, userId, { lessonIds, runIds, seqs })
        await transaction.insertInto('lesson_delta').values(deltaRow(userId, mark)).execute()
        const left = transaction.selectFrom('lesson_delta').selectAll().where('user_id', '=', userId)
        const lessons = fold((await left.orderBy('seq').execute()).map(deltaOf))
        await transaction.deleteFrom('lesson').where('user_id', '=', userId).execute()
        await transaction.deleteFrom('lesson_grant').where('user_id', '=', userId).execute()
        await putLessons(transaction, userId, lessons)
        await tell(...told)
      }),
    async granted(toUser) {
      const rows = await db
        .selectFrom('lesson_grant')
        .innerJoin('lesson', 'lesson.id', 'lesson_grant.lesson_id')
        .select(['lesson.body', 'lesson.user_id', 'lesson_grant.to_agent'])
        .where('lesson_grant.to_user', '=', toUser)
        .where('lesson.state', '=', 'active')
        .orderBy('lesson.id')
        .execute()
      return rows.map(({ body, user_id, to_agent }) => ({
        ...{ lesson: JSON.parse(body) as KeptLesson, userId: user_id, agent: to_agent || null },
      }))
    },
    async inState(state, limit) {
      const query = db.selectFrom('lesson').select(['user_id', 'body']).where('state', '=', state)
      const rows = await query.orderBy('changed_at').limit(limit).execute()
      return rows.map(({ user_id, body }) => ({ userId: user_id, lesson: JSON.parse(body) as KeptLesson }))
    },
    async unchangedSince(at, limit) {
      const query = db.selectFrom('lesson').select(['user_id', 'id']).where('changed_at', '<', at)
      return (await query.limit(limit).execute()).map(({ user_id, id }) => ({ userId: user_id, lessonId: id }))
    },
    async removeOf(userId, limit) {
      await db.deleteFrom('lesson_grant').where('user_id', '=', userId).execute()
      await db.deleteFrom('lesson_grant').where('to_user', '=', userId).execute()
      await db.deleteFrom('lesson').where('user_id', '=', userId).execute()
      const next = db.selectFrom('lesson_delta').select('position').where('user_id', '=', userId).limit(limit)
      const gone = await db.deleteFrom('lesson_delta').where('position', 'in', next).executeTakeFirst()
      return Number(gone.numDeletedRows)
    },
  }
}

async function lastSeq(db: Pick<Transaction<LearningTables>, 'selectFrom'>, userId: string): Promise<number> {
  const query = db.selectFrom('lesson_delta').select('seq').where('user_id', '=', userId)
  return (await query.orderBy('seq', 'desc').limit(1).executeTakeFirst())?.seq ?? 0
}

/** Takes the feedback from the queue and keeps its facts; false when somebody has done so. */
async function settle(
  transaction: Transaction<Tables>,
  userId: string,
  { id, facts, isLast }: NonNullable<Learnt['feedback']>,
): Promise<boolean> {
  const unlearnt = { is_learnt: 1, next_at: 0, attempts: 0 }
  const done = isLast
    ? (await transaction.deleteFrom('feedback').where('id', '=', id).executeTakeFirst()).numDeletedRows
    : (
        await transaction
          .updateTable('feedback')
          .set(unlearnt)
          .where('id', '=', id)
          .where('is_learnt', '=', 0)
          .executeTakeFirst()
      ).numUpdatedRows
  if (done === 0n) return false
  for (const fact of facts) {
    const { runId, block, agent, language, kind, at } = fact
    const succeeded = fact.outcome === 'ok' ? 1 : 0
    const body = JSON.stringify(fact)
    await transaction
      .insertInto('run_fact')
      .values({ run_id: runId, block, user_id: userId, agent, language, kind, succeeded, at, body })
      .onConflict((conflict) => conflict.columns(['run_id', 'block']).doUpdateSet({ body, succeeded }))
      .execute()
  }
  return true
}

async function putLessons(transaction: Transaction<Tables>, userId: string, lessons: KeptLesson[]): Promise<void> {
  for (const lesson of lessons) {
    const row = { state: lesson.state, changed_at: lesson.changedAt, body: JSON.stringify(lesson) }
    await transaction
      .insertInto('lesson')
      .values({ id: lesson.id, user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    await transaction.deleteFrom('lesson_grant').where('lesson_id', '=', lesson.id).execute()
    for (const { user, agent } of lesson.sharedWith) {
      const grant = { lesson_id: lesson.id, user_id: userId, to_user: user, to_agent: agent ?? '' }
      await transaction.insertInto('lesson_grant').values(grant).execute()
    }
  }
}

async function dropDeltas(
  transaction: Transaction<Tables>,
  userId: string,
  { lessonIds, runIds, seqs }: { lessonIds: readonly string[]; runIds: readonly string[]; seqs: readonly number[] },
): Promise<void> {
  for (const [column, values] of [
    ['lesson_id', lessonIds],
    ['other_id', lessonIds],
    ['run_id', runIds],
  ] as const) {
    if (values.length === 0) continue
    await transaction.deleteFrom('lesson_delta').where('user_id', '=', userId).where(column, 'in', values).execute()
  }
  if (seqs.length > 0) {
    await transaction.deleteFrom('lesson_delta').where('user_id', '=', userId).where('seq', 'in', seqs).execute()
  }
  if (runIds.length === 0) return
  await transaction.deleteFrom('run_fact').where('user_id', '=', userId).where('run_id', 'in', runIds).execute()
  await transaction.deleteFrom('feedback').where('user_id', '=', userId).where('run_id', 'in', runIds).execute()
}

function deltaRow(userId: string, { seq, at, by, change: made }: LessonDelta) {
  const { lessonId, otherId, runId } = namesOf(made)
  const body = JSON.stringify({ by, change: made })
  return { user_id: userId, seq, lesson_id: lessonId, other_id: otherId, run_id: runId, at, body }
}

function namesOf(made: LessonChange) {
  const otherId = made.op === 'supersede' ? made.by : made.op === 'merge' ? made.into : null
  const contradicted = made.op === 'contradict' ? made.other : null
  return {
    lessonId: made.op === 'revert' || made.op === 'forget' ? null : made.id,
    otherId: otherId ?? contradicted,
    runId: made.op === 'count' ? made.runId : null,
  }
}

const deltaOf = ({ seq, at, body }: Selectable<LessonDeltaTable>): LessonDelta => ({
  ...{ seq, at },
  ...(JSON.parse(body) as Pick<LessonDelta, 'by' | 'change'>),
})
