import { z } from 'zod'

export const agentName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,62}$/,
    'must be 1 to 63 small letters, digits, dots, dashes and underscores, beginning with a letter or digit',
  )
  .describe('Names one agent of a user')
  .meta({ examples: ['ada'] })

export const taskKind = z.enum([
  'data',
  'database',
  'web',
  'text',
  'file',
  'math',
  'algorithm',
  'system',
  'test',
  'other',
])
export type TaskKind = z.infer<typeof taskKind>

/** A language and a kind of task: agents are good at some of them. */
export const domain = z.object({ language: z.string(), kind: taskKind })
export type Domain = z.infer<typeof domain>

export const agentLevel = z
  .enum(['new', 'learning', 'graduated', 'expert'])
  .describe(
    'new: fewer than 20 runs; learning: below 85 %; graduated: 85 % or more; expert: the whole confidence interval is at or above 85 %',
  )
export type AgentLevel = z.infer<typeof agentLevel>

export const domainRecord = z.object({
  ...domain.shape,
  runs: z.int().describe('The last 100 at most'),
  succeeded: z.int(),
  rate: z.number(),
  low: z.number().describe('Lower end of the 95 % Wilson interval'),
  high: z.number(),
  level: agentLevel,
})
export type DomainRecord = z.infer<typeof domainRecord>

export const agent = z
  .object({
    id: z.string(),
    name: agentName,
    description: z.string().nullable(),
    createdAt: z.number(),
    runs: z.int(),
    succeeded: z.int(),
    domains: z.array(domainRecord).describe('The domain with the most runs first'),
    lessons: z.object({ active: z.int(), candidate: z.int() }),
    sharedWith: z.array(z.string()).describe('Users who may search the programs that its runs taught'),
  })
  .meta({ id: 'Agent' })
export type Agent = z.infer<typeof agent>

export const agentList = z.object({ agents: z.array(agent) }).meta({ id: 'AgentList' })

export const newAgent = z.strictObject({ name: agentName, description: z.string().max(500).optional() })
export type NewAgent = z.infer<typeof newAgent>

/** A change of one agent that its user may make. */
export const agentOrder = z
  .strictObject({ op: z.enum(['share', 'unshare']), user: z.string().min(1).max(200).describe('Who may search') })
  .meta({ id: 'AgentOrder' })
export type AgentOrder = z.infer<typeof agentOrder>

export const routeRequest = z.strictObject({
  task: z.string().min(1).max(20_000).describe('The work in words, with or without code'),
  language: z.string().max(40).optional(),
})
export type RouteRequest = z.infer<typeof routeRequest>

export const agentRoute = z.object({
  domain: z.object({ language: z.string().nullable(), kind: taskKind, reasons: z.array(z.string()) }),
  agent: agentName.nullable().describe('Null when there is no agent'),
  reasons: z.array(z.string()),
  others: z.array(z.object({ name: agentName, score: z.number(), reason: z.string() })),
})
export type AgentRoute = z.infer<typeof agentRoute>
