import type { RunEvent, StreamDraft } from '../../contract/event.ts'
import type { RunFact, SentFeedback } from '../../contract/feedback.ts'
import type { Ground } from '../../contract/ground.ts'
import type { LessonChange } from '../../contract/playbook.ts'
import type { OwedFeedback } from '../../store/learning/feedback-rows.ts'
import type { Store } from '../../store/store.ts'
import { domainsOf } from '../agent/domains-of.ts'
import { curate, setApart } from '../playbook/curate.ts'
import { applyDelta, type Lessons } from '../playbook/fold-lessons.ts'
import type { BookKeeper } from '../playbook/open-playbook.ts'
import { factsOfRun, type KnownStrategies } from './facts-of-run.ts'

export interface LearnerParts extends Pick<Ground, 'clock' | 'newId'> {
  keeper: BookKeeper
  store: Pick<Store, 'facts' | 'documents'>
  history(runId: string): Promise<RunEvent[]>
  strategies(): Promise<KnownStrategies>
  /** Whether somebody is still to be told when the curator is done. */
  isTold: boolean
}

const LAST_FACTS = 1000

/** Learns from owed feedback: facts, changes of the playbook and of levels, and the end of the row are stored together. */
export function createLearner(parts: LearnerParts) {
  const { keeper, store } = parts
  async function ofRun({ id, userId, runId }: OwedFeedback): Promise<RunFact[]> {
    const strategies = await parts.strategies()
    const { facts: found, isSampled } = factsOfRun(await parts.history(runId), strategies)
    const facts = isSampled ? found : []
    await keeper.change({
      ...{ userId, by: 'curator', feedback: { id, facts, isLast: !parts.isTold } },
      told: await levelsOf(facts, userId),
      changes: ({ lessons }) => {
        let next: Lessons = lessons
        return facts.flatMap((fact) => {
          const changes = curate(fact, { lessons: next, strategies, newId: () => parts.newId('les') })
          next = withChanges(next, changes)
          return changes
        })
      },
    })
    return facts
  }

  /** A verdict counts for every lesson that the run used. */
  async function ofPerson({ id, userId, runId, sent }: OwedFeedback): Promise<RunFact[]> {
    const { verdict } = sent as SentFeedback
    const facts = (await store.facts.ofRun(userId, runId)).map((fact) => ({ ...fact, verdict }))
    const used = new Set(facts.flatMap(({ lessons }) => lessons))
    const counted = verdict === 'good' ? 'helpful' : 'harmful'
    await keeper.change({
      ...{ userId, by: 'person', feedback: { id, facts, isLast: !parts.isTold } },
      changes: ({ lessons }) =>
        [...used].flatMap((lessonId): LessonChange[] => {
          const lesson = lessons.get(lessonId)
          if (!lesson || lesson[counted].includes(runId)) return []
          const count = { op: 'count', id: lessonId, verdict: counted, runId } as const
          return counted === 'harmful' ? [count, ...setApart(lesson)] : [count]
        }),
    })
    return facts
  }

  /** Agents rise and fall in the transaction that stores the run that made them. */
  async function levelsOf(facts: readonly RunFact[], userId: string): Promise<StreamDraft[]> {
    const [{ agent: name = null } = {}] = facts
    if (name === null) return []
    const before = await store.facts.list({ userId, agent: name, since: 0, limit: LAST_FACTS })
    const [was, is] = [domainsOf(before), domainsOf([...facts, ...before])]
    const agents = await store.documents.list({ kind: 'agent', userId })
    const id = agents.find(({ body }) => (body as { name: string }).name === name)?.id
    if (id === undefined) return []
    return is.flatMap(({ language, kind, level: to, runs, rate, low, high }): StreamDraft[] => {
      const from = was.find((each) => each.language === language && each.kind === kind)?.level ?? 'new'
      const envelope = { subject: `agent:${id}`, userId, at: parts.clock(), runId: facts[0]?.runId ?? null } as const
      return from === to
        ? []
        : [{ type: 'agent.level', ...envelope, name, language, kind, from, to, runs, rate, low, high }]
    })
  }

  return (owed: OwedFeedback): Promise<RunFact[]> => (owed.sent === undefined ? ofRun(owed) : ofPerson(owed))
}

const withChanges = (lessons: Lessons, changes: readonly LessonChange[]): Lessons =>
  changes.reduce((next, change) => applyDelta(next, { seq: 0, at: 0, by: 'curator', change }, () => next), lessons)
