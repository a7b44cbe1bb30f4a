import type { LessonChange, LessonDelta } from '../../contract/playbook.ts'
import type { KeptLesson } from '../../store/learning/kept-lesson.ts'

export type Lessons = ReadonlyMap<string, KeptLesson>

/** More evidence says nothing new, and no log may grow for ever. */
export const MOST_EVIDENCE = 100

/** The playbook that a log of deltas makes: the same bytes whoever folds it. */
export function foldLessons(log: readonly LessonDelta[]): Lessons {
  const wanted = new Set(log.flatMap(({ change }) => (change.op === 'revert' ? [change.to] : [])))
  /** The playbook behind the deltas that others go back to; a forgotten delta is as if it had never been. */
  const moments: { seq: number; lessons: Lessons }[] = [{ seq: 0, lessons: new Map() }]
  let lessons: Lessons = new Map()
  for (const [index, delta] of log.entries()) {
    lessons = applyDelta(lessons, delta, (to) => moments.findLast(({ seq }) => seq <= to)?.lessons ?? new Map())
    const next = log[index + 1]?.seq ?? Number.POSITIVE_INFINITY
    if ([...wanted].some((to) => to >= delta.seq && to < next)) moments.push({ seq: delta.seq, lessons })
  }
  return lessons
}

/** In the order of their ids, as the store lists them. */
export const listOf = (lessons: Lessons): KeptLesson[] =>
  [...lessons.values()].sort((one, other) => (one.id < other.id ? -1 : 1))

/** `then` gives the playbook behind an earlier delta. */
export function applyDelta(lessons: Lessons, { at, change }: LessonDelta, then: (seq: number) => Lessons): Lessons {
  if (change.op === 'forget') return lessons
  if (change.op === 'revert') return setBack(lessons, { at, to: then(change.to) })
  const next = new Map(lessons)
  const known = next.get(change.id)
  if (change.op === 'add') {
    if (!known) next.set(change.id, newLesson(change, at))
  } else if (known) {
    next.set(change.id, { ...known, ...changeOf(known, change), changedAt: at })
    if (change.op === 'merge') addEvidence(next, known, { into: change.into, at })
    if (change.op === 'contradict') flagOther(next, change)
  }
  return next
}

const newLesson = ({ id, lesson }: Extract<LessonChange, { op: 'add' }>, at: number): KeptLesson => ({
  ...{ id, draft: lesson, state: 'candidate', reason: null, helpful: [], harmful: [], contradicts: [] },
  ...{
    supersededBy: null,
    mergedInto: null,
    sharedWith: [],
    isProved: false,
    provedBy: [],
    createdAt: at,
    changedAt: at,
  },
})

type OwnChange = Exclude<LessonChange, { op: 'add' | 'revert' | 'forget' }>

function changeOf(lesson: KeptLesson, change: OwnChange): Partial<KeptLesson> {
  switch (change.op) {
    case 'count':
      return { [change.verdict]: withOne(lesson[change.verdict], change.runId) }
    case 'promote':
      return {
        state: 'active',
        reason: null,
        isProved: true,
        provedBy: [...new Set([...lesson.provedBy, ...change.runs])],
      }
    case 'supersede':
      return { state: 'superseded', reason: null, supersededBy: change.by }
    case 'merge':
      return { state: 'merged', reason: null, mergedInto: change.into }
    case 'retire':
      return { state: 'retired', reason: change.why }
    case 'quarantine':
      return { state: 'quarantined', reason: change.why }
    case 'restore':
      return {
        state: lesson.isProved ? 'active' : 'candidate',
        reason: change.why,
        supersededBy: null,
        mergedInto: null,
      }
    case 'contradict':
      return { contradicts: withOne(lesson.contradicts, change.other) }
    case 'share':
      return { sharedWith: [...lesson.sharedWith.filter((to) => !isSame(to, change.to)), change.to] }
    case 'unshare':
      return { sharedWith: lesson.sharedWith.filter((to) => !isSame(to, change.to)) }
  }
}

type To = KeptLesson['sharedWith'][number]
const isSame = (one: To, other: To): boolean => one.user === other.user && one.agent === other.agent

const withOne = (list: string[], one: string): string[] =>
  list.includes(one) || list.length >= MOST_EVIDENCE ? list : [...list, one]

function addEvidence(
  next: Map<string, KeptLesson>,
  from: KeptLesson,
  { into, at }: { into: string; at: number },
): void {
  const target = next.get(into)
  if (!target) return
  const joined = (verdict: 'helpful' | 'harmful') => from[verdict].reduce(withOne, target[verdict])
  next.set(into, { ...target, helpful: joined('helpful'), harmful: joined('harmful'), changedAt: at })
}

/** A contradiction is seen from both sides. */
function flagOther(next: Map<string, KeptLesson>, { id, other }: { id: string; other: string }): void {
  const against = next.get(other)
  if (against) next.set(other, { ...against, contradicts: withOne(against.contradicts, id) })
}

/** Lessons that came later stay, retired: going back loses nothing. */
function setBack(lessons: Lessons, { at, to }: { at: number; to: Lessons }): Lessons {
  const next = new Map(to)
  for (const [id, lesson] of lessons) {
    if (!next.has(id)) next.set(id, { ...lesson, state: 'retired', reason: SET_BACK, changedAt: at })
  }
  return next
}

const SET_BACK = 'it is later than the moment that the playbook was set back to'
