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
export type LessonProof = z.infer<typeof lessonProof>

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
  operation('forget', {}).describe('Stands where a delta was forgotten that was the last one'),
])
export type LessonChange = z.infer<typeof lessonChange>

export const lessonDelta = z.object({
  seq: z.int(),
  at: z.number(),
  by: z.enum(['curator', 'model', 'person']),
  change: lessonChange,
})
export type LessonDelta = z.infer<typeof lessonDelta>

export const lesson = z
  .object({
    id,
    ...words,
    advice: z.enum(['prefer', 'avoid']),
    about: lessonAbout,
    agent: agentName.nullable(),
    source: lessonSource,
    state: lessonState,
    reason: z.string().nullable().describe('Why it is in this state'),
    helpful: z.int(),
    harmful: z.int(),
    tokens: z.int().describe('Its share of the budget, estimated'),
    contradicts: z.array(lessonId),
    supersededBy: lessonId.nullable(),
    mergedInto: lessonId.nullable(),
    sharedWith: z.array(to),
    provedBy: z.array(runId).describe('Runs whose programs we ran again'),
    createdAt: z.number(),
    changedAt: z.number(),
  })
  .meta({ id: 'Lesson' })
export type Lesson = z.infer<typeof lesson>

export const playbook = z
  .object({
    lessons: z.array(lesson),
    granted: z.array(lesson).describe('Active lessons of others that you were given'),
    budget: z.object({ tokens: z.int(), used: z.int().describe('Of active lessons, in the fullest of your scopes') }),
    seq: z.int().describe('The number of the last delta'),
  })
  .meta({ id: 'Playbook' })
export type Playbook = z.infer<typeof playbook>

export const lessonExplained = z
  .object({
    lesson,
    proof: lessonProof.nullable(),
    evidence: z.object({ helpful: z.array(runId), harmful: z.array(runId) }),
    history: z.array(lessonDelta).describe('Every change of it, the oldest first'),
    sentences: z.array(z.string()),
  })
  .meta({ id: 'LessonExplained' })
export type LessonExplained = z.infer<typeof lessonExplained>

/** A lesson that a person adds: its programs are run by us before it counts. */
export const newLesson = z.strictObject({
  ...words,
  language: z.string().max(40),
  advice: z.enum(['prefer', 'avoid']).optional(),
  agent: agentName.optional(),
  ...lessonProof.shape,
})
export type NewLesson = z.infer<typeof newLesson>

/** A change of one lesson that a person may make. */
export const lessonOrder = z.discriminatedUnion('op', [
  operation('retire', { why: why.optional() }),
  operation('quarantine', { why: why.optional() }),
  operation('restore', { why: why.optional() }),
  operation('supersede', { by: lessonId }),
  operation('merge', { into: lessonId }),
  operation('share', { user: z.string().min(1).max(200).optional(), agent: agentName.optional() }),
  operation('unshare', { user: z.string().min(1).max(200).optional(), agent: agentName.optional() }),
])
export type LessonOrder = z.infer<typeof lessonOrder>

/** Exactly one moment. */
export const moment = z
  .strictObject({
    seq: z.coerce.number().int().min(0).optional().describe('Behind this delta'),
    at: z.iso.datetime({ offset: true }).optional().describe('At this time'),
  })
  .refine(({ seq, at }) => (seq === undefined) !== (at === undefined), 'needs exactly one of "seq" and "at"')
export type Moment = z.infer<typeof moment>

export const forgetRequest = z
  .strictObject({
    ids: z.array(lessonId).min(1).max(500).optional(),
    run: runId.optional().describe('Lessons that stand on this run alone, and its evidence in others'),
    before: z.iso.datetime({ offset: true }).optional().describe('Lessons that have not changed since then'),
    all: z.literal(true).optional(),
  })
  .refine((wanted) => Object.keys(wanted).length === 1, 'needs exactly one of "ids", "run", "before" and "all"')
export type ForgetRequest = z.infer<typeof forgetRequest>

export const forgotten = z.object({ forgotten: z.int() })

export const playbookHistory = z.object({ deltas: z.array(lessonDelta) })
