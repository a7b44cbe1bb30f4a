import type { LessonDraft } from '../../contract/playbook.ts'
import type { KeptLesson } from '../../store/learning/kept-lesson.ts'
import type { Lessons } from './fold-lessons.ts'

/** Tokenizers make one token of three to four bytes of English; the estimate is rather too high. */
const BYTES_PER_TOKEN = 3

export const tokensOf = ({ title, when, what }: Pick<LessonDraft, 'title' | 'when' | 'what'>): number =>
  Math.ceil(Buffer.byteLength(textOf({ title, when, what })) / BYTES_PER_TOKEN)

/** A lesson as a model reads it. */
export const textOf = ({ title, when, what }: Pick<LessonDraft, 'title' | 'when' | 'what'>): string =>
  `${title}. When: ${when} Do: ${what}`

/** Tokens of the active lessons of one scope: an agent, or the user as a whole. */
export function usedTokens(lessons: Lessons, agent: string | null): number {
  let used = 0
  for (const { state, draft } of lessons.values()) {
    if (state === 'active' && draft.agent === agent) used += tokensOf(draft)
  }
  return used
}

/** Tokens of the scope that has the most. */
export const fullest = (lessons: Lessons): number =>
  Math.max(0, ...[...lessons.values()].map(({ draft }) => usedTokens(lessons, draft.agent)))

export const isActive = ({ state }: KeptLesson): boolean => state === 'active'
