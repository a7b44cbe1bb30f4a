import { z } from 'zod'
import { agentName } from './agent.ts'
import { lessonId, runId } from './id.ts'

/** Longer words are no small item: they are refused, and never cut. */
export const MOST_TITLE = 120
export const MOST_WHEN = 300
export const MOST_WHAT = 600
export const MOST_PROGRAM = 8000

export const lessonState = z
  .enum(['candidate', 'active', 'quarantined', 'retired', 'superseded', 'merged'])
  .describe('Only active lessons are used; a candidate becomes active when we have run its programs again ourselves')
export type LessonState = z.infer<typeof lessonState>

/** The failure that a lesson is about, and the repair that it speaks of. */
export const lessonAbout = z.strictObject({
  language: z.string().max(40),
  fingerprint: z.string().max(200).describe('The same for failures of the same kind'),
  pattern: z.string().max(200),
  strategy: z.string().max(200).nullable().describe('Null where the repair came from no strategy of ours'),
})

/** A program that fails, and the same program repaired: both are run again by us before the lesson counts. */
export const lessonProof = z.strictObject({
  broken: z.string().min(1).max(MOST_PROGRAM),
  fixed: z.string().min(1).max(MOST_PROGRAM),
  input: z.string().max(MOST_PROGRAM).optional(),
})

export const lessonSource = z.enum(['runs', 'model', 'person'])

const words = {
  title: z.string().min(1).max(MOST_TITLE),
  when: z.string().min(1).max(MOST_WHEN).describe('The failures that it applies to'),
  what: z.string().min(1).max(MOST_WHAT).describe('What to do then'),
}

/** A lesson as it is added. */
export const lessonDraft = z.strictObject({
  ...words,
  advice: z.enum(['prefer', 'avoid']),
  about: lessonAbout,
  agent: agentName.nullable().describe('The agent whose lesson it is; null for all of the user'),
  source: lessonSource,
  proof: lessonProof.optional(),
})
export type LessonDraft = z.infer<typeof lessonDraft>

const to = z.strictObject({ user: z.string().min(1).max(200), agent: agentName.nullable() })
export type GrantTo = z.infer<typeof to>

const id = lessonId
const why = z.string().max(300)
const operation = <Op extends string, D extends z.ZodRawShape>(op: Op, data: D) =>
  z.strictObject({ op: z.literal(op), ...data })

/** A change of a playbook. A playbook is the fold of its deltas, and nothing else. */
export const lessonChange = z.discriminatedUnion('op', [
  operation('add', { id, lesson: lessonDraft }),
  operation('count', { id, verdict: z.enum(['helpful', 'harmful']), runId }),
  operation('promote', { id, runs: z.array(runId).describe('The runs whose programs were run again') }),
  operation('supersede', { id, by: lessonId }),
  operation('merge', { id, into: lessonId }),
  operation('retire', { id, why }),
  operation('quarantine', { id, why }),
  operation('restore', { id, why }),
  operation('contradict', { id, other: lessonId }),
  operation('share', { id, to }),
  operation('unshare', { id, to }),
  operation('revert', { to: z.int().min(0).describe('The playbook becomes as it was behind this delta') }),
  operation('forget', { id, why }),
])
export type LessonChange = z.infer<typeof lessonChange>

export const lessonDelta = z.object({
  seq: z.int(),
  at: z.number(),
  by: z.enum(['curator', 'model', 'person']),
  change: lessonChange,
})
export type LessonDelta = z.infer<typeof lessonDelta>
