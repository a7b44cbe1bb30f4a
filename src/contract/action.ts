import { z } from 'zod'
import { sessionId } from './id.ts'
import { errorInfo } from './run.ts'

/** One thing to be done, by its type; the type's own schema judges the input. */
export const actionRequest = z
  .strictObject({
    type: z
      .string()
      .min(1)
      .max(100)
      .describe('code.run, shell.run, file.read, tool.call …; GET /v1/actions/types lists them'),
    input: z.record(z.string(), z.unknown()).default({}).describe('As the schema of the type says'),
    session: sessionId.optional().describe('The session that it works in'),
  })
  .meta({ id: 'ActionRequest' })
export type ActionRequest = z.input<typeof actionRequest>

/**
 * `failed`: it was done, and its result is a failure. `refused`: a policy, or a person, said no, and nothing was done. `unknown`: the engine died
 * while an effect outside of sandboxes was under way, so nobody knows whether it happened.
 */
export const actionOutcome = z.enum(['ok', 'failed', 'refused', 'cancelled', 'unknown'])
export type ActionOutcome = z.infer<typeof actionOutcome>

export const actionResult = z
  .object({
    id: z.string(),
    type: z.string(),
    outcome: actionOutcome,
    output: z.unknown().optional().describe('As the schema of the type says'),
    cut: z.boolean().optional().describe('Whether long texts of the output are kept in part only; its answer had all'),
    error: errorInfo.optional(),
    sessionId: z.string().nullable(),
    startedAt: z.number().describe('Milliseconds since 1970'),
    durationMs: z.number(),
  })
  .meta({ id: 'ActionResult' })
export type ActionResult = z.infer<typeof actionResult>

/**
 * The place of an action's effects: `none` only looks; `inside` changes the session, whose state can be restored; `outside` changes
 * something that no state of ours holds.
 */
export const actionReach = z.enum(['none', 'inside', 'outside'])
export type ActionReach = z.infer<typeof actionReach>

export const actionTypeInfo = z
  .object({
    type: z.string(),
    description: z.string(),
    input: z.record(z.string(), z.unknown()).describe('JSON Schema'),
    output: z.record(z.string(), z.unknown()).describe('JSON Schema'),
  })
  .meta({ id: 'ActionType' })
export type ActionTypeInfo = z.infer<typeof actionTypeInfo>

/** An action as it is kept; without an outcome while it goes on. */
export const actionRecord = actionResult
  .extend({
    outcome: actionOutcome.nullable().describe('Null while it goes on'),
    durationMs: z.number().nullable(),
    input: z.unknown().describe('Long texts are kept in part only'),
    reach: actionReach.describe('none: it only looks; inside: it changes its session; outside: anything else'),
    cause: z.string().nullable().describe('The event that led to it'),
  })
  .meta({ id: 'ActionRecord' })
export type ActionRecord = z.infer<typeof actionRecord>

export const actionList = z.object({ actions: z.array(actionRecord) }).meta({ id: 'ActionList' })
export const actionTypes = z.object({ types: z.array(actionTypeInfo) }).meta({ id: 'ActionTypes' })
