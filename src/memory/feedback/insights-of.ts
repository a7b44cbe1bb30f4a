import type { InsightSentence, Insights, RunFact } from '../../contract/feedback.ts'
import type { KeptLesson } from '../../store/learning/kept-lesson.ts'
import { wilson } from '../agent/wilson.ts'

/** Newest runs that are named behind a sentence. */
const MOST_RUNS = 20
const MOST_SENTENCES = 5
const LEAST = 3

/** Sentences about the runs of a user, each with the runs behind it; the facts come newest first. */
export function insightsOf(facts: readonly RunFact[], lessons: readonly KeptLesson[], since: number): Insights {
  const failures = facts.flatMap((fact) => fact.failures.map((failure) => ({ fact, failure })))
  return {
    since,
    runs: new Set(facts.map(({ runId }) => runId)).size,
    succeeded: facts.filter(({ outcome }) => outcome === 'ok').length,
    repaired: facts.filter((fact) => fact.outcome === 'ok' && fact.failures.length > 0).length,
    insights: [
      ...failureSentences(failures),
      ...strategySentences(failures),
      ...domainSentences(facts),
      ...lessonSentences(lessons),
    ],
    recommendations: recommendationsOf(facts, failures, lessons),
  }
}

type Seen = { fact: RunFact; failure: RunFact['failures'][number] }

const groups = <T>(list: readonly T[], keyOf: (one: T) => string): [string, T[]][] =>
  Object.entries(Object.groupBy(list, keyOf))
    .map(([key, all = []]): [string, T[]] => [key, all])
    .sort(([, one], [, other]) => other.length - one.length)

const runsOf = (facts: readonly RunFact[]) => {
  const runs = [...new Set(facts.map(({ runId }) => runId))]
  return { count: runs.length, runs: runs.slice(0, MOST_RUNS) }
}

const percent = (share: number): string => `${Math.round(share * 100)} %`
const times = (number: number): string => ['never', 'once'][number] ?? `${number} times`

function failureSentences(failures: readonly Seen[]): InsightSentence[] {
  return groups(failures, ({ fact, failure }) => `${fact.language}\n${failure.pattern}`)
    .slice(0, MOST_SENTENCES)
    .map(([key, all]) => {
      const [language, pattern] = key.split('\n')
      const mended = all.filter(({ failure }) => failure.isRepaired).length
      const text = `${language} programs failed ${times(all.length)} with ${pattern}; ${mended === 0 ? 'none' : mended} of these ${mended === 1 ? 'was' : 'were'} repaired.`
      return { topic: 'failure', text, ...runsOf(all.map(({ fact }) => fact)) }
    })
}

function strategySentences(failures: readonly Seen[]): InsightSentence[] {
  const chosen = failures.filter(({ failure }) => failure.strategy !== null)
  return groups(chosen, ({ failure }) => failure.strategy ?? '')
    .slice(0, MOST_SENTENCES)
    .map(([strategy, all]) => {
      const held = all.filter(({ failure }) => failure.isRepaired).length
      const text = `The repair ${strategy} was chosen ${times(all.length)} and held ${times(held)}.`
      return { topic: 'strategy', text, ...runsOf(all.map(({ fact }) => fact)) }
    })
}

function domainSentences(facts: readonly RunFact[]): InsightSentence[] {
  return groups(facts, ({ language, kind }) => `${language} ${kind}`)
    .filter(([, all]) => all.length >= LEAST)
    .slice(0, MOST_SENTENCES)
    .map(([domain, all]) => {
      const succeeded = all.filter(({ outcome }) => outcome === 'ok').length
      const { low, high } = wilson(succeeded, all.length)
      const text = `${domain} tasks: ${succeeded} of ${all.length} programs ended well (${percent(low)} to ${percent(high)} with 95 % certainty).`
      return { topic: 'domain', text, ...runsOf(all) }
    })
}

function lessonSentences(lessons: readonly KeptLesson[]): InsightSentence[] {
  return lessons
    .filter(({ state, helpful, harmful }) => state === 'active' && helpful.length + harmful.length > 0)
    .sort((one, other) => other.helpful.length - one.helpful.length)
    .slice(0, MOST_SENTENCES)
    .map(({ id, draft, helpful, harmful }) => ({
      topic: 'lesson',
      lesson: { id, title: draft.title },
      text: `The lesson “${draft.title}” helped ${times(helpful.length)} and ${harmful.length === 0 ? 'never did harm' : `did harm ${times(harmful.length)}`}.`,
      count: helpful.length + harmful.length,
      runs: [...helpful, ...harmful].toReversed().slice(0, MOST_RUNS),
    }))
}

function recommendationsOf(
  facts: readonly RunFact[],
  failures: readonly Seen[],
  lessons: readonly KeptLesson[],
): InsightSentence[] {
  const unmended = groups(
    failures.filter(({ failure, fact }) => !failure.isRepaired && fact.outcome !== 'ok'),
    ({ fact, failure }) => `${fact.language}\n${failure.pattern}`,
  )
  const weak = groups(facts, ({ language, kind }) => `${language} ${kind}`).filter(
    ([, all]) =>
      all.length >= LEAST && wilson(all.filter(({ outcome }) => outcome === 'ok').length, all.length).high < 0.85,
  )
  const told: InsightSentence[] = [
    ...unmended
      .filter(([, all]) => all.length >= LEAST)
      .slice(0, MOST_SENTENCES)
      .map(([key, all]): InsightSentence => {
        const [language, pattern] = key.split('\n')
        const text = `Look at ${language} programs that end with ${pattern}: ${all.length} of them stayed broken. Configure a model, or give tests, so that more can be repaired.`
        return { topic: 'recommendation', text, ...runsOf(all.map(({ fact }) => fact)) }
      }),
    ...weak.slice(0, MOST_SENTENCES).map(([domain, all]): InsightSentence => {
      const text = `${domain} tasks need attention: fewer than 85 % of them end well.`
      return { topic: 'recommendation', text, ...runsOf(all) }
    }),
    ...lessons
      .filter(({ state }) => state === 'quarantined')
      .map(({ id, draft, reason, harmful }): InsightSentence => {
        const text = `Decide about the lesson “${draft.title}”: ${reason}.`
        return {
          topic: 'recommendation',
          lesson: { id, title: draft.title },
          text,
          count: harmful.length,
          runs: harmful.toReversed().slice(0, MOST_RUNS),
        }
      }),
  ]
  return told
}
