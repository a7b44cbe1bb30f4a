import { EngineError } from '../../contract/errors.ts'
import type { StreamDraft } from '../../contract/event.ts'
import type { RunFact } from '../../contract/feedback.ts'
import type { LessonChange, LessonDelta } from '../../contract/playbook.ts'
import type { KeptLesson } from '../../store/learning/kept-lesson.ts'
import type { LessonRows } from '../../store/learning/lesson-rows.ts'
import { applyDelta, foldLessons, type Lessons, listOf } from './fold-lessons.ts'
import { refusalOf } from './review-change.ts'
import { tokensOf, usedTokens } from './tokens-of.ts'

export interface Book {
  lessons: Lessons
  seq: number
}

export interface ChangeOf {
  userId: string
  by: LessonDelta['by']
  /** Given the book as it is, the changes wanted; asked again when another writer was faster. */
  changes(book: Book): readonly LessonChange[]
  feedback?: { id: string; facts: RunFact[]; isLast: boolean }
  /** Further events of the same transaction. */
  told?: StreamDraft[]
}

export interface BookKeeper {
  book(userId: string): Promise<Book>
  /** Gives the refused changes with their reasons; the others are stored together, or nothing is. */
  change(wanted: ChangeOf): Promise<{ book: Book; refused: { change: LessonChange; why: string }[]; isDone: boolean }>
  asOf(userId: string, until: { seq?: number; at?: number }): Promise<Book>
  /** Lessons and evidence are gone from the log as well: no earlier moment has them. */
  forget(userId: string, wanted: { lessonIds?: readonly string[]; runIds?: readonly string[] }): Promise<number>
  /** Nothing of this user is held in memory. */
  drop(userId: string): void
}

export interface BookParts {
  rows: LessonRows
  clock(): number
  tokens: number
}

/** Books in memory; the least recently used go first. */
const MOST_BOOKS = 200
const MOST_TRIES = 8

/** Keeps playbooks: everything that changes one goes through `change`, as deltas that were reviewed one by one. */
export function createBookKeeper({ rows, clock, tokens }: BookParts): BookKeeper {
  const books = new Map<string, Book>()
  const keep = (userId: string, book: Book): Book => {
    books.delete(userId)
    books.set(userId, book)
    for (const oldest of books.keys()) if (books.size > MOST_BOOKS) books.delete(oldest)
    return book
  }
  async function read(userId: string): Promise<Book> {
    const seq = await rows.lastSeq(userId)
    const known = books.get(userId)
    if (known?.seq === seq && seq > 0) return keep(userId, known)
    const lessons = new Map((await rows.list(userId)).map((lesson) => [lesson.id, lesson]))
    return keep(userId, { lessons, seq })
  }
  async function tryChange(wanted: ChangeOf, book: Book) {
    const { userId, by, feedback, told = [] } = wanted
    const refused: { change: LessonChange; why: string }[] = []
    const deltas: LessonDelta[] = []
    let { lessons, seq } = book
    const changes = wanted.changes(book)
    const log = changes.some(({ op }) => op === 'revert') ? await rows.log(userId) : []
    for (const change of changes) {
      const delta = { seq: seq + 1, at: clock(), by, change }
      const then = (to: number) => foldLessons([...log, ...deltas].filter((past) => past.seq <= to))
      const next = applyDelta(lessons, delta, then)
      const why = refusalOf(lessons, change, { tokens }) ?? refusedMoment(change, { seq, next, tokens })
      if (why !== undefined) {
        refused.push({ change, why })
        continue
      }
      seq = delta.seq
      lessons = next
      deltas.push(delta)
    }
    const changed = listOf(lessons).filter((lesson) => lesson !== book.lessons.get(lesson.id))
    const events = [...told, ...deltas.map((delta) => eventOf(userId, delta, lessons))]
    const stored =
      deltas.length === 0 && !feedback
        ? 'stored'
        : await rows.learn({
            ...{ userId, fromSeq: book.seq, deltas, lessons: changed, told: events },
            ...(feedback && { feedback }),
          })
    return { stored, next: { lessons, seq }, refused }
  }
  const change: BookKeeper['change'] = async (wanted) => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const book = await read(wanted.userId)
      const { stored, next, refused } = await tryChange(wanted, book)
      if (stored === 'stored') return { book: keep(wanted.userId, next), refused, isDone: false }
      if (stored === 'done') return { book, refused, isDone: true }
    }
    throw new EngineError('STORE_BUSY', { reason: 'the playbook changes all the time' })
  }
  return {
    book: read,
    change,
    async asOf(userId, until) {
      const log = await rows.log(userId, until)
      return { lessons: foldLessons(log), seq: log.at(-1)?.seq ?? 0 }
    },
    async forget(userId, { lessonIds = [], runIds = [] }) {
      const log = await rows.log(userId)
      const alone = runIds.length === 0 ? [] : onlyOf(foldLessons(log), runIds)
      const gone = [...new Set([...lessonIds, ...alone])]
      const seqs = log.filter(({ change }) => change.op === 'promote' && change.runs.some((id) => runIds.includes(id)))
      await rows.forget({
        ...{ userId, lessonIds: gone, runIds, seqs: seqs.map(({ seq }) => seq), at: clock() },
        told: gone.map((id) => forgotten(userId, id, clock())),
        fold: (left) => listOf(foldLessons(left)),
      })
      books.delete(userId)
      // A lesson that a forgotten one had superseded is active again, and others may have taken its room.
      await change({ userId, by: 'curator', changes: ({ lessons }) => overflowOf(lessons, tokens) })
      return gone.length
    },
    drop: (userId) => void books.delete(userId),
  }
}

/** The active lessons with the least behind them, until the others are within the budget. */
function overflowOf(lessons: Lessons, tokens: number): LessonChange[] {
  const scopes = new Set([...lessons.values()].map(({ draft }) => draft.agent))
  return [...scopes].flatMap((agent) => {
    let over = usedTokens(lessons, agent) - tokens
    const own = listOf(lessons).filter(({ state, draft }) => state === 'active' && draft.agent === agent)
    own.sort((one, other) => one.helpful.length - one.harmful.length - (other.helpful.length - other.harmful.length))
    return own.flatMap(({ id, draft }): LessonChange[] => {
      if (over <= 0) return []
      over -= tokensOf(draft)
      return [{ op: 'retire', id, why: 'the budget had no room for it' }]
    })
  })
}

/** Lessons that stand on nothing but these runs. */
const onlyOf = (lessons: Lessons, runIds: readonly string[]): string[] =>
  [...lessons.values()]
    .filter(({ helpful }) => helpful.length > 0 && helpful.every((runId) => runIds.includes(runId)))
    .map(({ id }) => id)

/** A moment to come is none, and an earlier one may have had a larger budget. */
function refusedMoment(
  change: LessonChange,
  { seq, next, tokens }: { seq: number; next: Lessons; tokens: number },
): string | undefined {
  if (change.op !== 'revert') return undefined
  if (change.to > seq) return `the last delta is ${seq}, and ${change.to} is behind it`
  const scopes = new Set([...next.values()].map(({ draft }) => draft.agent))
  const over = [...scopes].find((agent) => usedTokens(next, agent) > tokens)
  return over === undefined ? undefined : `the playbook of that moment has more than ${tokens} tokens`
}

function eventOf(userId: string, { seq, at, change }: LessonDelta, lessons: Lessons): StreamDraft {
  const id = 'id' in change ? change.id : null
  const state = id === null ? null : ((lessons.get(id) as KeptLesson | undefined)?.state ?? null)
  return {
    type: 'lesson.changed',
    subject: `playbook:${userId}`,
    userId,
    at,
    lessonId: id,
    op: change.op,
    state,
    delta: seq,
  }
}

const forgotten = (userId: string, lessonId: string, at: number): StreamDraft => ({
  ...{
    type: 'lesson.changed',
    subject: `playbook:${userId}`,
    userId,
    at,
    lessonId,
    op: 'forget',
    state: null,
    delta: 0,
  },
})
