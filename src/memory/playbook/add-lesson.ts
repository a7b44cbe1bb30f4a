import { EngineError } from '../../contract/errors.ts'
import type { Ground } from '../../contract/ground.ts'
import type { LessonDelta, LessonDraft, NewLesson } from '../../contract/playbook.ts'
import type { BookKeeper } from './open-playbook.ts'
import type { createProver, Rerun } from './prove-lessons.ts'
import { refusedWords } from './refused-words.ts'
import { duplicateOf, oppositesOf } from './review-change.ts'

export interface AddLessonParts extends Pick<Ground, 'newId'> {
  keeper: BookKeeper
  prover: ReturnType<typeof createProver>
  rerun: Rerun
}

type Author = LessonDelta['by'] & LessonDraft['source']

/**
 * Adds a lesson of a person or a model, and gives its id, or that of the one that says the same. Its programs are run again by us before it
 * counts; throws LESSON_REFUSED where its words or its programs do not hold.
 */
export function createAddLesson({ keeper, prover, rerun, newId }: AddLessonParts) {
  return async (wanted: NewLesson, of: { userId: string; by: Author; signal: AbortSignal }): Promise<string> => {
    const { title, when, what, language, agent = null, advice = 'prefer', ...proof } = wanted
    const { userId, by, signal } = of
    // Nothing is run for words that are refused anyway.
    const refused = refusedWords(`${title} ${when} ${what}`)
    if (refused !== undefined) throw new EngineError('LESSON_REFUSED', { why: refused })
    const { isOk, fingerprint, pattern } = await rerun(
      { code: proof.broken, language, input: proof.input },
      { userId, signal },
    )
    if (isOk || fingerprint === null) throw new EngineError('LESSON_REFUSED', { why: 'its broken program ends well' })
    const about = { language, fingerprint, pattern: pattern ?? 'other', strategy: null }
    const draft: LessonDraft = { title, when, what, advice, about, agent, source: by, proof }
    const id = newId('les')
    const { book, refused: problems } = await keeper.change({
      ...{ userId, by },
      changes({ lessons }) {
        const same = duplicateOf(lessons, draft)
        const opposites = same ? [] : oppositesOf(lessons, draft)
        return [
          { op: 'add', id, lesson: draft },
          ...(same ? [{ op: 'merge' as const, id, into: same.id }] : []),
          ...opposites.map((other) => ({ op: 'contradict' as const, id, other: other.id })),
        ]
      },
    })
    if (problems[0]) throw new EngineError('LESSON_REFUSED', { why: problems[0].why })
    const added = book.lessons.get(id)
    if (added?.state === 'candidate') await prover.prove(userId, added, signal)
    return added?.mergedInto ?? id
  }
}

export type AddLesson = ReturnType<typeof createAddLesson>
