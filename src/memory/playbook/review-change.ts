import type { LessonChange, LessonDraft } from '../../contract/playbook.ts'
import { lessonChange } from '../../contract/playbook.ts'
import type { KeptLesson } from '../../store/learning/kept-lesson.ts'
import type { Lessons } from './fold-lessons.ts'
import { refusedWords } from './refused-words.ts'
import { isOpposite, likeness } from './similar-words.ts'
import { tokensOf, usedTokens } from './tokens-of.ts'

export interface PlaybookLimits {
  /** Most tokens of the active lessons of one scope. */
  tokens: number
}

/** Lessons of one user in any state. */
export const MOST_LESSONS = 500
const SAME = 0.8

/**
 * The reason why a change is refused; undefined when it may be made. Every change goes through here, whoever wants it. Nothing
 * is ever cut to fit.
 */
export function refusalOf(lessons: Lessons, change: LessonChange, limits: PlaybookLimits): string | undefined {
  const parsed = lessonChange.safeParse(change)
  if (!parsed.success)
    return `it is not well formed (${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message})`
  if (change.op === 'revert' || change.op === 'forget') return undefined
  if (change.op === 'add') return refusedDraft(lessons, change, limits)
  const known = lessons.get(change.id)
  if (!known) return `there is no lesson ${change.id}`
  return refusedChange(lessons, { change, known, limits })
}

function refusedDraft(
  lessons: Lessons,
  { id, lesson }: Extract<LessonChange, { op: 'add' }>,
  limits: PlaybookLimits,
): string | undefined {
  if (lessons.has(id)) return `there is a lesson ${id} already`
  if (lessons.size >= MOST_LESSONS) return `there are ${MOST_LESSONS} lessons, which is the most`
  const tokens = tokensOf(lesson)
  if (tokens > limits.tokens) return `it has ${tokens} tokens, and the budget is ${limits.tokens}`
  return lesson.source === 'runs'
    ? undefined
    : refusedWords(`${lesson.title}\n${lesson.when}\n${lesson.what}`.replaceAll('\n', ' '))
}

type OwnChange = Exclude<LessonChange, { op: 'add' | 'revert' | 'forget' }>

function refusedChange(
  lessons: Lessons,
  { change, known, limits }: { change: OwnChange; known: KeptLesson; limits: PlaybookLimits },
): string | undefined {
  const other =
    change.op === 'supersede'
      ? change.by
      : change.op === 'merge'
        ? change.into
        : change.op === 'contradict'
          ? change.other
          : undefined
  if (other !== undefined && (other === change.id || !lessons.has(other))) return `there is no other lesson ${other}`
  switch (change.op) {
    case 'promote':
      if (known.state !== 'candidate') return `it is ${known.state}`
      if (known.contradicts.some((id) => lessons.get(id)?.state === 'active')) return 'it contradicts an active lesson'
      return overBudget(lessons, { known, limits })
    case 'restore':
      if (known.state === 'active' || known.state === 'candidate') return `it is ${known.state}`
      return known.isProved ? overBudget(lessons, { known, limits }) : undefined
    case 'share':
      return known.state === 'active' ? undefined : `it is ${known.state}, and only active lessons are shared`
    case 'merge':
      return known.mergedInto !== null ? 'it is merged' : undefined
    default:
      return undefined
  }
}

function overBudget(
  lessons: Lessons,
  { known, limits }: { known: KeptLesson; limits: PlaybookLimits },
): string | undefined {
  const [used, needed] = [usedTokens(lessons, known.draft.agent), tokensOf(known.draft)]
  return used + needed > limits.tokens
    ? `it needs ${needed} tokens, and ${used} of ${limits.tokens} are used`
    : undefined
}

/** A lesson in the book that says the same, in the same scope. */
export function duplicateOf(lessons: Lessons, draft: LessonDraft): KeptLesson | undefined {
  return alike(lessons, draft).find(({ draft: known }) => {
    if (known.advice !== draft.advice || isOpposite(known.what, draft.what)) return false
    if (known.source === 'runs' && draft.source === 'runs') return known.about.strategy === draft.about.strategy
    return likeness(`${known.when} ${known.what}`, `${draft.when} ${draft.what}`) >= SAME
  })
}

/** Lessons in the book that say the opposite, in any scope of the user. */
export function oppositesOf(lessons: Lessons, draft: LessonDraft): KeptLesson[] {
  return [...lessons.values()].filter(({ state, draft: known }) => {
    if (state !== 'active' && state !== 'candidate') return false
    if (known.about.language !== draft.about.language) return false
    const isSameFailure = known.about.fingerprint === draft.about.fingerprint
    if (isSameFailure && known.advice !== draft.advice && known.about.strategy === draft.about.strategy) return true
    return isSameFailure && isOpposite(known.what, draft.what)
  })
}

const alike = (lessons: Lessons, draft: LessonDraft): KeptLesson[] =>
  [...lessons.values()].filter(
    ({ state, draft: known }) =>
      state !== 'merged' &&
      known.agent === draft.agent &&
      known.about.language === draft.about.language &&
      known.about.fingerprint === draft.about.fingerprint,
  )
