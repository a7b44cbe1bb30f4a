import { z } from 'zod'
import { actionReach } from './action.ts'
import { atMost } from './at-most.ts'
import { planId, sessionId } from './id.ts'
import { planCondition } from './plan-condition.ts'
import { errorInfo } from './run.ts'

/** Steps of one plan, those of sub-plans included. */
export const MOST_STEPS = 20_000
/** Items of one fan-out. */
export const MOST_ITEMS = 10_000

export const stepName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, "_" and "-"')
  .meta({ examples: ['build'] })

const stepAction = z
  .strictObject({
    type: z.string().min(1).max(100).describe('GET /v1/actions/types lists them'),
    input: z
      .record(z.string(), z.unknown())
      .default({})
      .describe('{"$from": "step", "path": "stdout"} anywhere in it stands for the output of an earlier step'),
  })
  .meta({ id: 'PlanAction' })

const forEach = z
  .strictObject({
    items: z.unknown().describe('A list, or a reference to one; {"$item": "path"} in the input stands for the item'),
    atOnce: z.int().min(1).max(100).default(4).describe('Items at work at the same time, at most'),
  })
  .meta({ id: 'PlanForEach' })

const stepFields = z.strictObject({
  id: stepName,
  action: stepAction.optional(),
  forEach: forEach.optional(),
  needs: z.array(stepName).max(1000).default([]).describe('Steps that end before; a reference needs its step too'),
  when: planCondition.optional().describe('The step is skipped unless this holds'),
  mayFail: z.boolean().default(false).describe('Whether the plan goes on when it fails'),
  risky: z.boolean().default(false).describe('Asks a person where the policy says so, and is undone when it fails'),
  retries: z.int().min(0).max(20).default(0).describe('Further tries after a failure, each from the state before'),
  timeoutMs: z.int().min(1).max(86_400_000).optional().describe('Longest that one try may take'),
  session: z
    .union([sessionId, z.literal('none')])
    .optional()
    .describe('The session that it works in, instead of that of the plan'),
})
type SubPlan<Step> = { steps: Step[] }
export type PlanStep = z.output<typeof stepFields> & { plan?: SubPlan<PlanStep> | undefined }
type PlanStepRequest = z.input<typeof stepFields> & { plan?: SubPlan<PlanStepRequest> | undefined }

/** One step: an action, or a plan of its own; with `forEach` once for each item of a list. */
export const planStep: z.ZodType<PlanStep, PlanStepRequest> = stepFields
  .extend({
    plan: z
      .lazy(() => subPlan)
      .optional()
      .describe('Steps in place of one action; its output has theirs by their ids'),
  })
  .meta({ id: 'PlanStep' })

const subPlan: z.ZodType<SubPlan<PlanStep>, SubPlan<PlanStepRequest>> = z
  .strictObject({ steps: z.array(planStep).min(1).max(MOST_STEPS) })
  .meta({ id: 'SubPlan' })

const planSession = z
  .union([sessionId, z.literal('new')])
  .describe(
    'The session that its steps work in, one at a time; "new" makes one. Without it a plan whose steps need one gets one',
  )

export const planRequest = z
  .strictObject({
    name: z.string().min(1).max(200).optional().describe('For people'),
    steps: atMost(MOST_STEPS, z.array(planStep).min(1).max(MOST_STEPS)),
    session: planSession.optional(),
    replan: z
      .enum(['off', 'rules', 'model'])
      .default('model')
      .describe(
        'Who may change the rest of the plan when a step has failed; "model": rules first, then the configured model',
      ),
  })
  .meta({ id: 'PlanRequest' })
export type PlanRequest = z.input<typeof planRequest>
export type PlanDefinition = Omit<z.output<typeof planRequest>, 'session' | 'name'>

export const stepState = z.enum(['waiting', 'running', 'done', 'failed', 'skipped', 'cancelled', 'unknown'])
export type StepState = z.infer<typeof stepState>
/** `waiting`: a person has to say what became of a step (`resume`). */
export const planState = z.enum(['running', 'paused', 'waiting', 'done', 'failed', 'cancelled'])
export type PlanState = z.infer<typeof planState>

export const planStepInfo = z
  .object({
    id: z.string().describe('The path of the step: "build", "test[2]" of a fan-out, "deploy/copy" of a sub-plan'),
    state: stepState,
    type: z.string().nullable().describe('Of its action; null of a group of steps'),
    attempts: z.int(),
    needs: z.array(z.string()),
    reach: actionReach.nullable().describe('Null until it begins'),
    actionId: z.string().nullable().describe('The last action that was tried for it'),
    checkpointId: z.string().nullable().describe('The state of its session before it'),
    startedAt: z.number().nullable(),
    endedAt: z.number().nullable(),
    output: z.unknown().optional(),
    error: errorInfo.optional(),
    why: z.string().optional().describe('Why it was skipped or is unknown'),
  })
  .meta({ id: 'PlanStepInfo' })
export type PlanStepInfo = z.infer<typeof planStepInfo>

export const planSummary = z.object({
  id: z.string(),
  name: z.string().nullable(),
  state: planState,
  sessionId: z.string().nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
  replans: z.int().describe('How often the rest of it was changed'),
  branchOf: z.string().nullable(),
})
export const planInfo = z
  .object({ ...planSummary.shape, error: errorInfo.optional(), steps: z.array(planStepInfo) })
  .meta({ id: 'PlanInfo' })
export type PlanInfo = z.infer<typeof planInfo>
export const planList = z.object({ plans: z.array(planSummary) }).meta({ id: 'PlanList' })
export type PlanSummary = z.infer<typeof planSummary>

export const planStarted = z.object({ planId: z.string() }).meta({ id: 'PlanStarted' })

export const planQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(1000).default(50),
  before: planId.optional().describe('The last id of the page before'),
})

const stepPath = z.string().min(1).max(1000).describe('The path of a step, as GET /v1/plans/{planId} shows it')

export const planResume = z
  .strictObject({
    step: stepPath.optional().describe('A step whose effect is unknown'),
    as: z.enum(['done', 'again']).optional().describe('Whether it happened, or is to be tried again'),
    output: z.unknown().optional().describe('Its output, where it is done'),
  })
  .refine(({ step, as }) => (step === undefined) === (as === undefined), 'step and as belong together')
  .meta({ id: 'PlanResume' })
export type PlanResume = z.infer<typeof planResume>

export const planRerun = z.strictObject({ from: stepName }).meta({ id: 'PlanRerun' })

export const planBranch = z
  .strictObject({
    from: stepName.describe('The first step that is done anew; its session begins as it was before this step'),
    changed: z
      .array(planStep)
      .max(1000)
      .default([])
      .describe('Steps in place of those with the same ids, or further ones'),
  })
  .meta({ id: 'PlanBranch' })
export type PlanBranch = z.output<typeof planBranch>

/** A proposed change of the steps that are still to be done. */
export const planDelta = z.object({
  why: z.string().max(2000),
  changed: z.array(planStep).max(100).default([]),
  added: z.array(planStep).max(100).default([]),
})
export type PlanDelta = z.infer<typeof planDelta>
