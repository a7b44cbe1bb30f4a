import { z } from 'zod'
import { actionReach } from '../action.ts'
import { eventOf } from '../event/envelope.ts'
import { planState, stepState } from '../plan.ts'
import { errorInfo } from '../run.ts'
import { number } from '../setting-kinds.ts'

const step = z.string().describe('The path of the step in its plan')

/** Told in the stream of a plan, each in the transaction that changes its rows. */
export const planWords = {
  settings: {
    planParallel: number(1, 1000).default(8).describe('Steps of one plan that are at work at the same time, at most'),
    planReplans: number(0, 100).default(2).describe('How often the rest of one plan may be changed after failures'),
    planChangeMs: number(0, 3_600_000)
      .default(600_000)
      .describe('Longest time limit that a rule may give to a step that ran out of time'),
  },
  events: [
    eventOf('plan.created', { steps: z.int(), branchOf: z.string().nullable() }),
    eventOf('plan.paused', {}),
    eventOf('plan.resumed', {
      step: step.nullable().describe('A step whose effect was unknown'),
      as: z.enum(['done', 'again']).nullable(),
      anew: z.array(step).describe('Failed steps that are done anew'),
      reopened: z.array(step).describe('Their groups'),
    }),
    eventOf('plan.rerun', { from: step, reset: z.array(step).describe('The steps that are done anew') }),
    eventOf('plan.changed', {
      by: z.enum(['rule', 'model']),
      failed: step,
      why: z.string(),
      changed: z.array(step),
      added: z.array(step),
    }),
    eventOf('plan.waiting', { steps: z.array(step).describe('A person has to say what became of them') }),
    eventOf('plan.end', { state: planState.extract(['done', 'failed', 'cancelled']), error: errorInfo.optional() }),
    eventOf('step.start', {
      step,
      attempt: z.int(),
      action: z.string().nullable(),
      actionId: z.string().nullable(),
      reach: actionReach.nullable(),
      checkpointId: z.string().nullable(),
      isRecovery: z.boolean().describe('Whether an engine that was lost had begun it'),
    }),
    eventOf('step.end', {
      step,
      state: stepState.extract(['done', 'failed', 'skipped', 'cancelled']),
      error: errorInfo.optional(),
      why: z.string().optional(),
    }),
    eventOf('step.unknown', { step, why: z.string() }),
  ],
} as const
