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
