import type { Config } from '../../config/settings.ts'
import type { Emit } from '../../contract/event.ts'
import type { Ground } from '../../contract/ground.ts'
import type { Part } from '../../contract/part.ts'
import type { RunRequest } from '../../contract/run.ts'
import type { Store } from '../../store/store.ts'
import { type Agents, createAgents } from '../agent/agents.ts'
import { kindOfTask } from '../agent/kind-of-task.ts'
import { type LessonsInUse, lessonsInUse, NO_LESSONS } from './lessons-in-use.ts'
import { type BookKeeper, createBookKeeper } from './open-playbook.ts'

export interface PlaybookNeeds extends Pick<Ground, 'clock' | 'newId'> {
  config: Pick<Config, 'playbook' | 'playbookTokens' | 'playbookPromptTokens' | 'feedbackSampling'>
  store: Pick<Store, 'lessons' | 'documents' | 'facts' | 'codePatterns'>
}

/** Playbooks as the loop uses them; `learning` of the engine has the calls for people. */
export interface PlaybooksApi {
  keeper: BookKeeper
  /** Read when a program has failed, never before. */
  lessonsFor(failure: {
    userId: string
    agent: string | null
    language: string
    fingerprint: string
  }): Promise<LessonsInUse>
  sampling: { rate: number }
  agents: Agents
  /** Lessons that stand on this run alone go with it. */
  forgetRun(runId: string, userId: string): Promise<void>
}

interface FeedbackStages {
  feedback(of: { request: RunRequest }, context: { emit: Emit; cause: string }): Promise<void>
}

/** Opens the playbooks, and the stage that notes what a run is to be learnt from. */
export function playbookPart({
  config,
  store,
  clock,
  newId,
}: PlaybookNeeds): Part<PlaybooksApi> & { stages: FeedbackStages } {
  const keeper = createBookKeeper({ rows: store.lessons, clock, tokens: config.playbookTokens })
  const sampling = { rate: config.feedbackSampling }
  return {
    api: {
      keeper,
      sampling,
      agents: createAgents({ store, keeper, clock, newId }),
      async forgetRun(runId, userId) {
        // A sweep deletes thousands of runs that taught nothing.
        if (await store.lessons.names(userId, runId)) await keeper.forget(userId, { runIds: [runId] })
      },
      async lessonsFor({ userId, ...about }) {
        if (!config.playbook) return NO_LESSONS
        const { lessons } = await keeper.book(userId)
        const granted = await store.lessons.granted(userId)
        const theirs = granted
          .filter(({ agent }) => agent === null || agent === about.agent)
          // A granted lesson is one of all agents that may use it.
          .map(({ lesson }) => ({ ...lesson, draft: { ...lesson.draft, agent: null } }))
        return lessonsInUse([...lessons.values(), ...theirs], about, config.playbookPromptTokens)
      },
    },
    stages: {
      async feedback({ request }, { emit, cause }) {
        const { learn = config.playbook } = request.options ?? {}
        const isSampled = learn && Math.random() < sampling.rate
        const code = request.code ?? request.programs?.[0]?.code ?? request.text
        const { kind } = kindOfTask({ words: request.task, code, language: request.language })
        emit({ type: 'feedback.noted', kind, isSampled, cause })
      },
    },
  }
}
