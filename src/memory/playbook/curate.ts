import type { RunFact, SeenFailure } from '../../contract/feedback.ts'
import type { LessonChange, LessonDraft } from '../../contract/playbook.ts'
import type { KeptLesson } from '../../store/learning/kept-lesson.ts'
import type { KnownStrategies } from '../feedback/facts-of-run.ts'
import type { Lessons } from './fold-lessons.ts'
import { MOST_EVIDENCE } from './fold-lessons.ts'
import { duplicateOf } from './review-change.ts'

export interface Curation {
  lessons: Lessons
  strategies: KnownStrategies
  newId(): string
}

/** Worse lessons than this are set apart. */
const LEAST_LEAD = 2

/**
 * The changes of a playbook that follow from one block of a run: a repair that held is evidence for its lesson, and makes
 * the lesson where there is none; a lesson whose repair failed is harmed.
 */
export function curate(fact: RunFact, curation: Curation): LessonChange[] {
  return fact.failures.flatMap((failure) => [
    ...helped(fact, failure, curation),
    ...harmed(fact, failure, curation.lessons),
  ])
}

function helped(fact: RunFact, failure: SeenFailure, { lessons, strategies, newId }: Curation): LessonChange[] {
  const { strategy } = failure
  if (!failure.isRepaired || strategy === null) return []
  const title = strategies.get(strategy)?.title
  if (title === undefined) return []
  const draft = draftOf({ fact, failure, strategy, title })
  const known = duplicateOf(lessons, draft)
  const { runId } = fact
  if (known) return isCounted(known, runId) ? [] : [{ op: 'count', id: known.id, verdict: 'helpful', runId }]
  const id = newId()
  return [
    { op: 'add', id, lesson: draft },
    { op: 'count', id, verdict: 'helpful', runId },
  ]
}

const isCounted = ({ helpful, harmful }: KeptLesson, runId: string): boolean =>
  helpful.includes(runId) || harmful.includes(runId) || helpful.length >= MOST_EVIDENCE

/** A lesson that was used and whose strategy failed on trial led astray. */
function harmed({ runId, lessons: used }: RunFact, { tried, strategy }: SeenFailure, lessons: Lessons): LessonChange[] {
  return used.flatMap((id): LessonChange[] => {
    const lesson = lessons.get(id)
    const own = lesson?.draft.about.strategy
    if (!lesson || own === strategy || lesson.draft.advice === 'avoid') return []
    const hasFailed = tried.some((each) => each.strategy === own && each.outcome === 'failed')
    if (!hasFailed || isCounted(lesson, runId) || lesson.harmful.length >= MOST_EVIDENCE) return []
    return [{ op: 'count', id, verdict: 'harmful', runId }, ...setApart(lesson)]
  })
}

export function setApart({ id, state, helpful, harmful }: KeptLesson): LessonChange[] {
  const lead = harmful.length + 1 - helpful.length
  if (state !== 'active' || lead < LEAST_LEAD) return []
  return [
    { op: 'quarantine', id, why: `it was harmful in ${harmful.length + 1} runs and helpful in ${helpful.length}` },
  ]
}

/** Words of ours alone: ids of strategies and patterns, and the titles of strategies. */
function draftOf(of: { fact: RunFact; failure: SeenFailure; strategy: string; title: string }): LessonDraft {
  const { fact, failure, strategy, title } = of
  const { language, agent } = fact
  const { fingerprint, pattern, type } = failure
  const kind = type === null ? `a failure of the kind ${pattern}` : `${type} (${pattern})`
  return {
    title: `${language}: ${strategy.replace(/^[a-z]+\//, '').replaceAll('-', ' ')}`,
    when: `A ${language} program ends with ${kind}, of the fingerprint ${fingerprint.slice(0, 8)}.`,
    what: `Try the repair ${strategy} first: ${title}`,
    advice: 'prefer',
    about: { language, fingerprint, pattern, strategy },
    agent,
    source: 'runs',
  }
}
