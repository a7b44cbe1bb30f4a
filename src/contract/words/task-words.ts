import { z } from 'zod'
import { actionOutcome } from '../action.ts'
import { eventOf } from '../event/envelope.ts'
import { errorInfo } from '../run.ts'
import { revision, taskStop, taskType, verdict } from '../task.ts'

const attempt = z.int().describe('From 1')

/** Told in the stream of a task: the reasons for every step of it. */
export const taskWords = {
  settings: {},
  events: [
    eventOf('task.start', {
      task: z.string().nullable().describe('Null when an action was given instead of words'),
      taskType: taskType.nullable(),
      confidence: z.number().nullable(),
      reasons: z.array(z.string()),
    }),
    eventOf('task.tried', {
      attempt,
      actionId: z.string(),
      actionType: z.string(),
      outcome: actionOutcome,
      ...verdict.shape,
    }),
    eventOf('task.revised', { attempt: attempt.describe('The try that comes next'), ...revision.shape }),
    eventOf('task.end', { outcome: actionOutcome, stopped: taskStop.optional(), error: errorInfo.optional() }),
  ],
} as const
