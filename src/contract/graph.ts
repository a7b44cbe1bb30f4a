import { z } from 'zod'

/** Kinds of things that the context graph knows; the id of a node is `KIND:NAME`. */
export const nodeKind = z.enum([
  'user',
  'key',
  'task',
  'plan',
  'step',
  'approval',
  'action',
  'run',
  'attempt',
  'result',
  'failure',
  'session',
  'state',
  'checkpoint',
  'file',
  'host',
  'volume',
  'machine',
  'template',
  'setting',
  'thing',
])
export type NodeKind = z.infer<typeof nodeKind>

/**
 * An edge points from the earlier to the later: walking against edges finds causes, walking along them finds effects. It reads as a
 * sentence: a user `did` a run, a run `wrote` a file, a state `began` a run.
 */
export const edgeKind = z
  .enum(['did', 'caused', 'led-to', 'began', 'saved', 'wrote', 'read-by', 'given-to', 'named-in', 'asked'])
  .describe(
    'read-by: an action read the file; given-to: it lay in the workspace from the beginning; named-in: the program has its name, whether it reads it nobody saw',
  )
export type EdgeKind = z.infer<typeof edgeKind>

export const graphNode = z
  .object({
    id: z.string(),
    kind: nodeKind,
    label: z.string().describe('One short line, without control characters'),
    at: z.number().describe('Milliseconds since 1970'),
    endedAt: z.number().optional(),
    outcome: z.string().optional(),
    event: z.string().optional().describe('The first event that tells of it; absent where its events are deleted'),
  })
  .meta({ id: 'GraphNode' })
export type GraphNode = z.infer<typeof graphNode>

export const graphEdge = z
  .object({
    from: z.string(),
    to: z.string(),
    kind: edgeKind,
    at: z.number(),
    event: z.string().describe('The event that tells of it'),
  })
  .meta({ id: 'GraphEdge' })
export type GraphEdge = z.infer<typeof graphEdge>

export const contextGraph = z
  .object({
    focus: z.array(z.string()).describe('The nodes that were asked about'),
    nodes: z.array(graphNode).describe('In the order in which they came about'),
    edges: z.array(graphEdge),
    total: z
      .object({ nodes: z.int(), edges: z.int(), events: z.int() })
      .describe('Of the whole graph, of which this is a part'),
    more: z.int().describe('Nodes that were found and left out, since there were more than `limit`'),
  })
  .meta({ id: 'ContextGraph' })
export type ContextGraph = z.infer<typeof contextGraph>

export const graphWalk = z
  .enum(['around', 'ancestors', 'effects', 'failure'])
  .describe('around: both ways; failure: everything that led to the last failure of the subject')

export const graphFormat = z.enum(['json', 'mermaid', 'dot', 'graphml'])
export type GraphFormat = z.infer<typeof graphFormat>

const MOST_NODES = 2000

export const graphQuery = z
  .strictObject({
    subject: z
      .string()
      .min(3)
      .max(1500)
      .regex(/^[a-z]+:./s, 'must be KIND:ID, such as run:run… or file:session:ses…/data.csv')
      .optional()
      .describe('KIND:ID of a thing; all things unless it is told'),
    walk: graphWalk.default('around'),
    depth: z.coerce.number().int().min(1).max(1000).default(20).describe('Most edges between the subject and a node'),
    from: z.coerce.number().min(0).optional().describe('Only nodes from this time on, in milliseconds since 1970'),
    to: z.coerce.number().min(0).optional().describe('Only nodes before this time'),
    limit: z.coerce.number().int().min(1).max(MOST_NODES).default(200).describe('Most nodes; the nearest are kept'),
    format: graphFormat.default('json'),
  })
  .refine(({ subject, walk }) => subject !== undefined || walk === 'around' || walk === 'failure', {
    path: ['walk'],
    message: 'needs a subject',
  })
  .meta({ id: 'GraphQuery' })
export type GraphQuery = z.input<typeof graphQuery>

export const replayRequest = z
  .strictObject({
    subject: z
      .string()
      .max(400)
      .regex(/^(run|action):./, 'must be run:ID or action:ID')
      .describe('run:ID or action:ID'),
    outside: z
      .boolean()
      .default(false)
      .describe('Whether to repeat also what may reach hosts or volumes: its effects there happen once more'),
    keep: z.boolean().default(false).describe('Whether the session of the replay stays'),
  })
  .meta({ id: 'ReplayRequest' })
export type ReplayRequest = z.input<typeof replayRequest>

export const replayDifference = z
  .object({
    place: z.string().describe('outcome, stdout line 3, files out.csv …'),
    was: z.string().nullable(),
    is: z.string().nullable(),
  })
  .meta({ id: 'ReplayDifference' })
export type ReplayDifference = z.infer<typeof replayDifference>

export const replayStep = z
  .object({
    was: z.string().describe('KIND:ID of the step as it happened'),
    is: z.string().describe('KIND:ID of its repetition'),
    equal: z.boolean(),
    differences: z.array(replayDifference),
  })
  .meta({ id: 'ReplayStep' })
export type ReplayStep = z.infer<typeof replayStep>

export const replayResult = z
  .object({
    subject: z.string(),
    equal: z.boolean().describe('Whether every step had the same outcome, output and files'),
    from: z
      .string()
      .describe('Where it began: checkpoint:ID, session:ID for its first moment, or nothing for a fresh sandbox'),
    session: z.string().nullable().describe('The session of the replay, if it was kept'),
    steps: z.array(replayStep).describe('All causes since then, in their order; the last is the subject'),
  })
  .meta({ id: 'ReplayResult' })
export type ReplayResult = z.infer<typeof replayResult>
