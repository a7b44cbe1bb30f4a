import { EngineError } from '../../contract/errors.ts'
import type {
  ForgetRequest,
  LessonChange,
  LessonDelta,
  LessonExplained,
  LessonOrder,
  Moment,
  NewLesson,
  Playbook,
} from '../../contract/playbook.ts'
import type { KeptLesson } from '../../store/learning/kept-lesson.ts'
import type { LessonRows } from '../../store/learning/lesson-rows.ts'
import type { AddLesson } from './add-lesson.ts'
import { listOf } from './fold-lessons.ts'
import type { BookKeeper } from './open-playbook.ts'
import { explainLesson, shownLesson } from './show-lesson.ts'
import { fullest, usedTokens } from './tokens-of.ts'

export interface PlaybookParts {
  keeper: BookKeeper
  rows: LessonRows
  addLesson: AddLesson
  tokens: number
  assertAgent(name: string, userId: string): Promise<unknown>
}

/** Calls of a user about their own playbook. */
export interface PlaybookCalls {
  list(userId: string, query?: { agent?: string; state?: string } & Partial<Moment>): Promise<Playbook>
  explain(id: string, userId: string): Promise<LessonExplained>
  history(userId: string): Promise<LessonDelta[]>
  add(wanted: NewLesson, userId: string): Promise<LessonExplained>
  order(id: string, order: LessonOrder, userId: string): Promise<LessonExplained>
  /** Sets the whole playbook back; nothing is lost by it. */
  restore(moment: Moment, userId: string): Promise<Playbook>
  forget(wanted: ForgetRequest, userId: string): Promise<number>
}

export function createPlaybooks(parts: PlaybookParts): PlaybookCalls {
  const { keeper, rows } = parts
  async function change(userId: string, changes: (lessons: ReadonlyMap<string, KeptLesson>) => LessonChange[]) {
    const { book, refused } = await keeper.change({ userId, by: 'person', changes: ({ lessons }) => changes(lessons) })
    if (refused[0]) throw new EngineError('LESSON_REFUSED', { why: refused[0].why })
    return book
  }
  async function list(userId: string, { agent, state, seq, at }: Parameters<PlaybookCalls['list']>[1] = {}) {
    const isNow = seq === undefined && at === undefined
    const until = { ...(seq !== undefined && { seq }), ...(at !== undefined && { at: Date.parse(at) }) }
    const book = isNow ? await keeper.book(userId) : await keeper.asOf(userId, until)
    const all = listOf(book.lessons).filter(({ draft }) => agent === undefined || draft.agent === agent)
    const lessons = all.filter((lesson) => (state === undefined ? lesson.state !== 'merged' : lesson.state === state))
    const granted = await rows.granted(userId)
    return {
      lessons: lessons.map(shownLesson),
      granted: granted
        .filter(({ userId: of }) => of !== userId)
        .map(({ lesson }) => shownLesson({ ...lesson, sharedWith: [] })),
      budget: {
        tokens: parts.tokens,
        used: agent === undefined ? fullest(book.lessons) : usedTokens(book.lessons, agent),
      },
      seq: book.seq,
    }
  }
  async function explain(id: string, userId: string): Promise<LessonExplained> {
    const lesson = (await keeper.book(userId)).lessons.get(id)
    if (!lesson) throw new EngineError('LESSON_NOT_FOUND', { lessonId: id })
    return explainLesson(lesson, await rows.logOf(userId, id))
  }
  return {
    list,
    explain,
    history: (userId) => rows.log(userId),
    async add(wanted, userId) {
      if (wanted.agent !== undefined) await parts.assertAgent(wanted.agent, userId)
      const signal = AbortSignal.timeout(PATIENCE_MS)
      return explain(await parts.addLesson(wanted, { userId, by: 'person', signal }), userId)
    },
    async order(id, order, userId) {
      await explain(id, userId)
      if ('agent' in order && order.agent !== undefined && (order.user ?? userId) === userId) {
        await parts.assertAgent(order.agent, userId)
      }
      await change(userId, () => [changeOf(id, order, userId)])
      return explain(id, userId)
    },
    async restore({ seq, at }, userId) {
      const to = seq ?? (await keeper.asOf(userId, { at: Date.parse(at ?? '') })).seq
      await change(userId, () => [{ op: 'revert', to }])
      return list(userId)
    },
    async forget({ ids, run, before, all }, userId) {
      const { lessons } = await keeper.book(userId)
      if (run !== undefined) return keeper.forget(userId, { runIds: [run] })
      const unknown = ids?.find((id) => !lessons.has(id))
      if (unknown !== undefined) throw new EngineError('LESSON_NOT_FOUND', { lessonId: unknown })
      const limit = before === undefined ? Number.POSITIVE_INFINITY : Date.parse(before)
      const chosen =
        ids ?? [...lessons.values()].filter(({ changedAt }) => all || changedAt < limit).map(({ id }) => id)
      return keeper.forget(userId, { lessonIds: chosen })
    },
  }
}

const PATIENCE_MS = 120_000

function changeOf(id: string, order: LessonOrder, userId: string): LessonChange {
  switch (order.op) {
    case 'supersede':
    case 'merge':
      return { id, ...order }
    case 'share':
    case 'unshare':
      return { op: order.op, id, to: { user: order.user ?? userId, agent: order.agent ?? null } }
    default:
      return { op: order.op, id, why: order.why ?? 'a person wanted it' }
  }
}
