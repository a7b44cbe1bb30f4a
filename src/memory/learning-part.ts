import type { Config } from '../config/settings.ts'
import { EngineError } from '../contract/errors.ts'
import type { Ground } from '../contract/ground.ts'
import type { GuardReport } from '../contract/guard.ts'
import type { Part } from '../contract/part.ts'
import type { Journal } from '../store/event/journal.ts'
import { settingDrafts } from '../store/event/setting-drafts.ts'
import type { OwedFeedback } from '../store/learning/feedback-rows.ts'
import type { Store } from '../store/store.ts'
import { agentRoutes } from './agent/agent-routes.ts'
import { createLearner } from './feedback/create-learner.ts'
import type { KnownStrategies } from './feedback/facts-of-run.ts'
import { createFeedbackQueue } from './feedback/feedback-queue.ts'
import { feedbackRoutes } from './feedback/feedback-routes.ts'
import { insightsOf } from './feedback/insights-of.ts'
import type { LearningApi } from './learning-api.ts'
import { createAddLesson } from './playbook/add-lesson.ts'
import { createPlaybooks } from './playbook/create-playbooks.ts'
import type { PlaybooksApi } from './playbook/playbook-part.ts'
import { playbookRoutes } from './playbook/playbook-routes.ts'
import { createProver, type Rerun } from './playbook/prove-lessons.ts'
import { type AskedModel, createReflect } from './playbook/reflect.ts'

export interface LearningNeeds extends Ground {
  config: Pick<
    Config,
    | 'playbookModel'
    | 'playbookTokens'
    | 'playbookDays'
    | 'feedbackAttempts'
    | 'feedbackRetryMs'
    | 'feedbackQueue'
    | 'feedbackWebhook'
  >
  store: Pick<Store, 'feedback' | 'facts' | 'lessons' | 'documents' | 'runs'>
  journal: Pick<Journal, 'history' | 'observe'>
  playbooks: PlaybooksApi
  rerun: Rerun
  model: AskedModel | undefined
  strategies: { list(): Promise<{ id: string; title: string; answers: string[] }[]> }
  quality: { guard(request: { code: string; language: string }, userId: string): Promise<GuardReport> }
  webhooks: {
    post(message: { id: string; url: string; userId: string; body: string }, signal: AbortSignal): Promise<void>
  }
  /** A process that runs one program and ends leaves the learning to the next server. */
  isBrief: boolean
}

const DAY_MS = 86_400_000
const MOST_FACTS = 10_000
const MOST_FORGOTTEN = 100
const SAMPLING = { kind: 'feedback-sampling', id: 'server' }

/** Opens everything that learns from runs when they have ended, and its doors. */
export async function learningPart(needs: LearningNeeds): Promise<Part<LearningApi>> {
  const { config, store, journal, playbooks, clock, newId, onTrouble } = needs
  const { keeper, sampling, agents } = playbooks
  const closing = new AbortController()
  const prover = createProver({
    ...{ rows: store.lessons, keeper, rerun: needs.rerun, history: (runId) => journal.history(runId) },
    async refuses(program, userId) {
      const { findings } = await needs.quality.guard(program, userId)
      return findings.find(({ action }) => action === 'block')?.message
    },
  })
  const learn = createLearner({
    ...{ keeper, store, clock, newId, history: (runId) => journal.history(runId) },
    strategies: knownStrategies(needs.strategies),
    isTold: config.feedbackWebhook !== '',
  })
  const addLesson = createAddLesson({ keeper, prover, rerun: needs.rerun, newId })
  const { model } = needs
  const reflect =
    model && config.playbookModel
      ? createReflect({ model, onTrouble, add: addLesson, history: (runId) => journal.history(runId) })
      : undefined
  const queue = createFeedbackQueue({
    ...{ rows: store.feedback, clock, onTrouble, most: config.feedbackQueue },
    async learn(owed) {
      const facts = await learn(owed)
      if (owed.sent === undefined) reflect?.note(owed.userId, facts)
      return facts
    },
    ...{ attempts: config.feedbackAttempts, retryMs: config.feedbackRetryMs },
    tell: config.feedbackWebhook === '' ? undefined : tellTo(needs),
    async afterwards() {
      await reflect?.work(closing.signal)
      await prover.proveDue(closing.signal)
    },
  })
  const readSampling = async () => {
    const kept = await store.documents.get(SAMPLING.kind, SAMPLING.id)
    if (kept) sampling.rate = (kept.body as { rate: number }).rate
    return kept
  }
  await readSampling()
  if (!needs.isBrief) {
    journal.observe((event) => {
      if (event.type === 'run.end') queue.look()
    })
    queue.look()
  }
  const state = async (userId: string) => ({ ...(await store.feedback.counts(userId)), samplingRate: sampling.rate })
  const api: LearningApi = {
    agents,
    playbook: createPlaybooks({
      ...{ keeper, rows: store.lessons, addLesson, tokens: config.playbookTokens },
      assertAgent: agents.assertOwn,
    }),
    feedback: {
      state,
      settle: queue.settle,
      async send(request, userId) {
        const items = 'items' in request ? request.items : [request]
        for (const { runId } of items) {
          if ((await store.runs.get(runId))?.userId !== userId) throw new EngineError('RUN_NOT_FOUND', { runId })
        }
        await store.feedback.send(
          items.map((body) => ({ id: newId('fbk'), userId, runId: body.runId, at: clock(), body })),
        )
        queue.look()
        return items.length
      },
      async setSamplingRate(rate, userId) {
        const kept = await readSampling()
        const told = settingDrafts.changed('feedback-sampling', rate, { userId, at: clock() })
        if (kept) await store.documents.put({ ...SAMPLING, revision: kept.revision, body: { rate } }, told)
        else await store.documents.insert({ ...SAMPLING, userId, createdAtMs: clock(), body: { rate } }, told)
        sampling.rate = rate
        return state(userId)
      },
    },
    async insights(userId, days) {
      const since = clock() - days * DAY_MS
      const facts = await store.facts.list({ userId, since, limit: MOST_FACTS })
      return insightsOf(facts, [...(await keeper.book(userId)).lessons.values()], since)
    },
  }
  async function forgetOld(): Promise<void> {
    if (config.playbookDays === 0) return
    const old = await store.lessons.unchangedSince(clock() - config.playbookDays * DAY_MS, MOST_FORGOTTEN)
    for (const { userId, lessonId } of old) await keeper.forget(userId, { lessonIds: [lessonId] })
  }
  return {
    api,
    routes: [...playbookRoutes(api.playbook), ...agentRoutes(agents), ...feedbackRoutes(api)],
    async beat() {
      if (needs.isBrief) return
      await readSampling()
      await forgetOld()
      queue.look()
    },
    async close() {
      closing.abort()
      await queue.close()
    },
  }
}

/** Strategies change with the version of the engine alone. */
function knownStrategies({ list }: LearningNeeds['strategies']): () => Promise<KnownStrategies> {
  let known: KnownStrategies | undefined
  return async () => {
    known ??= new Map((await list()).map(({ id, title, answers }) => [id, { title, answers }]))
    return known
  }
}

function tellTo({ config, store, webhooks, clock }: LearningNeeds) {
  return async ({ id, userId, runId, sent }: OwedFeedback, signal: AbortSignal): Promise<void> => {
    const data = sent ?? { runId, blocks: await store.facts.ofRun(userId, runId) }
    const type = sent === undefined ? 'feedback.run' : 'feedback.sent'
    const body = JSON.stringify({ type, timestamp: new Date(clock()).toISOString(), data })
    await webhooks.post({ id: `fb_${id}`, url: config.feedbackWebhook, userId, body }, signal)
  }
}
