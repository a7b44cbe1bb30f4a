import type { KeptLesson } from '../../store/learning/kept-lesson.ts'
import { movedByLesson } from '../likelihood.ts'
import { isActive, textOf, tokensOf } from './tokens-of.ts'

/** The lessons that apply to one failure, and their effect. */
export interface LessonsInUse {
  /** The likelihood of a strategy with them: at most doubled, at least halved. */
  move(strategy: string, likelihood: number): number
  used: { id: string; strategy: string | null; advice: string }[]
  /** As a model reads them, the best first, within the budget of a question; whole lessons only. */
  texts: string[]
  inTexts: { id: string; strategy: string | null; advice: string }[]
}

export const NO_LESSONS: LessonsInUse = { move: (_, likelihood) => likelihood, used: [], texts: [], inTexts: [] }

export function lessonsInUse(
  all: readonly KeptLesson[],
  about: { language: string; fingerprint: string; agent: string | null },
  promptTokens: number,
): LessonsInUse {
  const fitting = all.filter(
    (lesson) =>
      isActive(lesson) &&
      lesson.draft.about.language === about.language &&
      lesson.draft.about.fingerprint === about.fingerprint &&
      (lesson.draft.agent === null || lesson.draft.agent === about.agent),
  )
  if (fitting.length === 0) return NO_LESSONS
  // Of two that contradict each other, the one with more behind it speaks.
  const heard = fitting
    .sort((one, other) => lead(other) - lead(one))
    .filter((lesson, index) => !fitting.slice(0, index).some(({ id }) => lesson.contradicts.includes(id)))
  const toldOf = ({ id, draft }: KeptLesson) => ({ id, strategy: draft.about.strategy, advice: draft.advice })
  const shown = withinBudget(heard, promptTokens)
  return {
    move(strategy, likelihood) {
      const own = heard.filter(({ draft }) => draft.about.strategy === strategy)
      return own.reduce((moved, lesson) => movedByLesson(moved, countsOf(lesson), likelihood), likelihood)
    },
    used: heard.filter(({ draft }) => draft.about.strategy !== null).map(toldOf),
    texts: shown.map(({ draft }) => textOf(draft)),
    inTexts: shown.map(toldOf),
  }
}

const lead = ({ helpful, harmful }: KeptLesson): number => helpful.length - harmful.length

const countsOf = ({ helpful, harmful, draft }: KeptLesson) =>
  draft.advice === 'prefer'
    ? { won: helpful.length, lost: harmful.length }
    : { won: harmful.length, lost: helpful.length }

function withinBudget(lessons: KeptLesson[], budget: number): KeptLesson[] {
  let left = budget
  return lessons.filter(({ draft }) => {
    const tokens = tokensOf(draft)
    if (tokens > left) return false
    left -= tokens
    return true
  })
}
