import { EngineError } from '../../contract/errors.ts'
import type { Ground } from '../../contract/ground.ts'
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
import { listOf } from './fold-lessons.ts'
import type { BookKeeper } from './open-playbook.ts'
import type { createProver, Rerun } from './prove-lessons.ts'
import { refusedWords } from './refused-words.ts'
import { duplicateOf, oppositesOf } from './review-change.ts'
import { explainLesson, shownLesson } from './show-lesson.ts'
import { fullest, usedTokens } from './tokens-of.ts'

export interface PlaybookParts extends Pick<Ground, 'newId'> {
  keeper: BookKeeper
  rows: LessonRows
  prover: ReturnType<typeof createProver>
  rerun: Rerun
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
  const { keeper, rows, newId } = parts
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
    async add({ title, when, what, language, agent = null, advice = 'prefer', ...proof }, userId) {
      if (agent !== null) await parts.assertAgent(agent, userId)
      // Nothing is run for words that are refused anyway.
      const refused = refusedWords(`${title} ${when} ${what}`)
      if (refused !== undefined) throw new EngineError('LESSON_REFUSED', { why: refused })
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const { isOk, fingerprint, pattern } = await parts.rerun(
        { code: proof.broken, language, input: proof.input },
        { userId, signal },
      )
      if (isOk || fingerprint === null) throw new EngineError('LESSON_REFUSED', { why: 'its broken program ends well' })
      const about = { language, fingerprint, pattern: pattern ?? 'other', strategy: null }
      const draft = { title, when, what, advice, about, agent, source: 'person' as const, proof }
      const id = newId('les')
      const { lessons } = await change(userId, (known) => {
        const same = duplicateOf(known, draft)
        const opposites = same ? [] : oppositesOf(known, draft)
        return [
          { op: 'add', id, lesson: draft },
          ...(same ? [{ op: 'merge' as const, id, into: same.id }] : []),
          ...opposites.map((other) => ({ op: 'contradict' as const, id, other: other.id })),
        ]
      })
      const added = lessons.get(id)
      if (added?.state === 'candidate') await parts.prover.prove(userId, added, signal)
      return explain(added?.mergedInto ?? id, userId)
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
