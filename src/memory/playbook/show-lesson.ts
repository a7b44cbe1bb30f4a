import type { Lesson, LessonDelta, LessonExplained } from '../../contract/playbook.ts'
import type { KeptLesson } from '../../store/learning/kept-lesson.ts'
import { LEAST_RUNS } from './prove-lessons.ts'
import { tokensOf } from './tokens-of.ts'

export function shownLesson({ draft, helpful, harmful, isProved: _, ...kept }: KeptLesson): Lesson {
  const { proof: __, ...words } = draft
  return { ...kept, ...words, helpful: helpful.length, harmful: harmful.length, tokens: tokensOf(draft) }
}

/** Why a lesson is what it is, in sentences. */
export function explainLesson(kept: KeptLesson, history: LessonDelta[]): LessonExplained {
  const { draft, helpful, harmful, state, reason, provedBy, contradicts } = kept
  const { proof = null, source, agent } = draft
  const from = { runs: 'It comes from your runs.', model: 'A model worded it.', person: 'A person added it.' }[source]
  const sentences = [
    from,
    `It counts for ${agent === null ? 'everything of yours' : `the agent ${agent}`}.`,
    `${counted(helpful.length)} it was helpful, in ${harmful.length} harmful.`,
    ...(state === 'active'
      ? [
          `It is active: we ran its programs again ourselves${provedBy.length > 0 ? `, those of ${provedBy.join(' and ')}` : ''}.`,
        ]
      : []),
    ...(state === 'candidate' ? [waitingFor(kept)] : []),
    ...(state !== 'active' && state !== 'candidate' ? [`It is ${state}${reason === null ? '' : `: ${reason}`}.`] : []),
    ...(contradicts.length > 0 ? [`It contradicts ${contradicts.join(' and ')}.`] : []),
  ]
  return { lesson: shownLesson(kept), proof, evidence: { helpful, harmful }, history, sentences }
}

const counted = (number: number): string => (number === 1 ? 'In 1 run' : `In ${number} runs`)

const waitingFor = ({ draft, helpful }: KeptLesson): string =>
  draft.proof || helpful.length >= LEAST_RUNS
    ? 'It is a candidate: its programs have not been run again by us yet, or not enough different ones are known.'
    : `It is a candidate: it needs ${LEAST_RUNS} runs of different programs, and has ${helpful.length}.`
