import { z } from 'zod'

/** The kinds of effects that a policy can put before a person. */
export const approvalKind = z.enum(['command', 'network', 'sql', 'tool', 'step', 'spending'])
export type ApprovalKind = z.infer<typeof approvalKind>

export const approvalState = z.enum(['waiting', 'approved', 'denied', 'expired'])
export type ApprovalState = z.infer<typeof approvalState>

export const approvalFor = z.enum(['once', 'session', 'pattern'])
export type ApprovalFor = z.infer<typeof approvalFor>

/** One question to a person: may exactly this be done? */
export const approval = z
  .object({
    id: z.string(),
    userId: z.string().describe('The user whose effect it is'),
    kind: approvalKind,
    title: z.string().describe('One line for people'),
    arguments: z
      .unknown()
      .describe('Exactly what would be done; an approval is bound to these. Long texts in part only'),
    names: z.array(z.string()).describe('The hosts, programs or tools that the question is about'),
    reason: z.string().describe('The rule of the policy that asks'),
    state: approvalState,
    sessionId: z.string().nullable(),
    actionId: z.string().nullable(),
    cause: z.string().nullable().describe('The event that led to it: of a run, it begins with the id of the run'),
    askedAt: z.number(),
    expiresAt: z.number().describe('Unanswered by then it is a no'),
    suggested: z
      .boolean()
      .describe('Whether nobody waits for the answer: the network refused a host, and a yes serves the next try'),
    decidedBy: z.string().nullable(),
    decidedAt: z.number().nullable(),
    for: approvalFor.nullable(),
    pattern: z.string().nullable().describe('The names that an approval by pattern is good for'),
    goodUntil: z.number().nullable().describe('The end of an approval for a session or by pattern'),
    suggestion: z
      .object({ for: approvalFor, pattern: z.string() })
      .nullable()
      .describe('A rule that would answer this question and those like it'),
  })
  .meta({ id: 'Approval' })
export type Approval = z.infer<typeof approval>

export const approvalList = z.object({ approvals: z.array(approval) }).meta({ id: 'ApprovalList' })

const MAX_TTL_MS = 366 * 86_400_000

export const approvalDecision = z
  .strictObject({
    decision: z.enum(['approve', 'deny']),
    for: approvalFor
      .optional()
      .describe(
        'once: this one effect; session: the same again in its session or machine; pattern: all whose names match',
      ),
    pattern: z
      .string()
      .min(1)
      .max(300)
      .optional()
      .describe('Names, with * for any characters; the suggestion of the question unless it is told'),
    ttlMs: z.int().min(1000).max(MAX_TTL_MS).optional().describe('How long it is good; a day unless it is told'),
  })
  .meta({ id: 'ApprovalDecision' })
export type ApprovalDecision = z.infer<typeof approvalDecision>

const MAX_PATTERNS = 1000
const patterns = z.array(z.string().min(1).max(300)).max(MAX_PATTERNS).optional()

/** The effects that wait for a person. Everything that is left out asks nobody. */
export const approvalPolicy = z
  .strictObject({
    commands: patterns.describe('Programs of the shell, and languages, by name; * in a name is any characters'),
    hosts: patterns.describe('Hosts that programs may reach'),
    newHosts: patterns.describe('Hosts that a person may open when the network refused them; never above the ceiling'),
    tools: patterns.describe('Tools'),
    sql: z.boolean().optional().describe('SQL that drops, empties or changes whole tables'),
    steps: z.boolean().optional().describe('Steps of plans that are marked as risky'),
    dayTokens: z
      .int()
      .min(1)
      .max(1_000_000_000_000)
      .optional()
      .describe('Tokens of the model that a user spends in a day, by the clock of UTC, before a person is asked'),
  })
  .meta({ id: 'ApprovalPolicy' })
export type ApprovalPolicy = z.infer<typeof approvalPolicy>

export const approvalPolicies = z
  .object({
    server: approvalPolicy.describe('By the settings'),
    user: approvalPolicy.describe('Of this user, beside those of the server'),
  })
  .meta({ id: 'ApprovalPolicies' })
export type ApprovalPolicies = z.infer<typeof approvalPolicies>
