import { z } from 'zod'
import { agentName, taskKind } from './agent.ts'
import { lessonId, runId } from './id.ts'
import { outcome } from './run.ts'

/** A failure within a run, in words of ours alone: no text of the program, its output or its files is in it. */
export const seenFailure = z.object({
  fingerprint: z.string(),
  pattern: z.string(),
  category: z.string(),
  type: z.string().nullable().describe('The type of the error, where a strategy of ours knows it'),
  strategy: z.string().nullable().describe('The strategy whose change was chosen'),
  isRepaired: z.boolean(),
  tried: z.array(z.object({ strategy: z.string(), outcome: z.string() })),
})
export type SeenFailure = z.infer<typeof seenFailure>

/** One block of a run, as it is kept for statistics. */
export const runFact = z.object({
  runId,
  block: z.int(),
  agent: agentName.nullable(),
  at: z.number(),
  language: z.string(),
  kind: taskKind,
  outcome,
  attempts: z.int(),
  durationMs: z.number(),
  program: z.string().describe('Hash of the program'),
  failures: z.array(seenFailure),
  lessons: z.array(lessonId).describe('Lessons that were used'),
  verdict: z.enum(['good', 'bad']).nullable().describe('What somebody said about the run'),
})
export type RunFact = z.infer<typeof runFact>

export const sentFeedback = z.strictObject({
  runId,
  verdict: z.enum(['good', 'bad']),
  comment: z.string().max(2000).optional().describe('Told to the webhook of the server, and never read as a lesson'),
})
export type SentFeedback = z.infer<typeof sentFeedback>

const MOST_SENT = 100

export const feedbackRequest = z.union([
  sentFeedback,
  z.strictObject({ items: z.array(sentFeedback).min(1).max(MOST_SENT) }),
])
export type FeedbackRequest = z.infer<typeof feedbackRequest>

export const feedbackAccepted = z.object({ accepted: z.int() })

export const feedbackState = z.object({
  waiting: z.int(),
  failed: z.int(),
  dropped: z.int().describe('Runs whose feedback was given up since the queue was full'),
  samplingRate: z.number(),
})
export type FeedbackState = z.infer<typeof feedbackState>

export const samplingRequest = z.strictObject({ rate: z.number().min(0).max(1) })

const sentence = z.object({
  topic: z.enum(['failure', 'strategy', 'lesson', 'domain', 'agent', 'recommendation']),
  text: z.string(),
  count: z.int().describe('Number of runs behind it'),
  runs: z.array(runId).describe('The newest of them'),
  lesson: z
    .object({ id: z.string(), title: z.string() })
    .optional()
    .describe('The lesson that it is about; the text has its title between “ and ”'),
})
export type InsightSentence = z.infer<typeof sentence>

export const insights = z.object({
  since: z.number(),
  runs: z.int(),
  succeeded: z.int(),
  repaired: z.int(),
  insights: z.array(sentence),
  recommendations: z.array(sentence),
})
export type Insights = z.infer<typeof insights>
