import { z } from 'zod'
import { agentLevel, agentName, domain } from '../agent.ts'
import { eventOf } from '../event/envelope.ts'
import { lessonId } from '../id.ts'
import { lessonState } from '../playbook.ts'
import { number } from '../setting-kinds.ts'

const flag = z.stringbool().or(z.boolean())
const rate = z.coerce.number({ error: 'must be a number from 0 to 1' }).min(0).max(1)

/** Playbooks, feedback and agents. Events name lessons by id: their words stand in the playbook alone, so that forgetting leaves nothing. */
export const learningWords = {
  settings: {
    playbook: flag.default(true).describe('Whether lessons are learnt from runs and used in repairs'),
    playbookModel: flag
      .default(false)
      .describe(
        'Whether the configured model words lessons of repairs that no strategy made; their programs are run again before they count',
      ),
    playbookTokens: number(100, 1_000_000)
      .default(4000)
      .describe('Most tokens, estimated, of the active lessons of one user or agent; more are refused'),
    playbookPromptTokens: number(0, 100_000)
      .default(600)
      .describe('Most tokens, estimated, of lessons in one question to a model'),
    playbookDays: number(0, 36_500)
      .default(365)
      .describe('Days after which a lesson that nothing has counted for is forgotten; 0 keeps all'),
    feedbackSampling: rate.default(1).describe('Share of runs whose feedback is learnt from'),
    feedbackQueue: number(1, 1_000_000).default(10_000).describe('Most runs of a user that wait to be learnt from'),
    feedbackAttempts: number(1, 20).default(6).describe('How often the feedback of one run is tried'),
    feedbackRetryMs: number(1, 3_600_000).default(2000).describe('Wait before the second try; four times as long each'),
    feedbackWebhook: z
      .union([z.literal(''), z.url({ protocol: /^https?$/ })])
      .default('')
      .describe('Address that is sent the structured feedback of every run; empty for none'),
  },
  events: [
    eventOf('lesson.changed', {
      lessonId: lessonId.nullable(),
      op: z.string(),
      state: lessonState.nullable(),
      delta: z.int(),
    }),
    eventOf('agent.created', { name: agentName }),
    eventOf('agent.changed', { name: agentName, op: z.enum(['share', 'unshare']) }),
    eventOf('agent.removed', { name: agentName }),
    eventOf('agent.level', {
      name: agentName,
      ...domain.shape,
      from: agentLevel,
      to: agentLevel,
      runs: z.int(),
      rate: z.number(),
      low: z.number(),
      high: z.number(),
    }),
  ],
} as const
