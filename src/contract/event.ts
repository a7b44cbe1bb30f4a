import { z } from 'zod'
import { analysis } from './analysis.ts'
import { attemptState } from './attempt-state.ts'
import { diagnosis } from './diagnosis.ts'
import { guardReport } from './guard.ts'
import { measured } from './measure.ts'
import { detectedBlock, errorInfo, executionEnd, outcome, shownValue, stopped, testEnd, triedCandidate } from './run.ts'
import { testReport } from './test-report.ts'

export const stageName = z.enum([
  'detect',
  'guard',
  'analyze',
  'execute',
  'diagnose',
  'correct',
  'verify',
  'remember',
  'feedback',
])
export type StageName = z.infer<typeof stageName>

/** Where in the run an event belongs: a block by its index, an attempt by its number. */
const place = { block: z.int().optional(), attempt: z.int().optional() }

/** Stamped by the journal; stages write drafts without it. */
const envelope = {
  id: z.string().describe('runId and seq joined: unique over all runs'),
  runId: z.string(),
  sessionId: z.string().nullable(),
  seq: z.int().describe('1, 2, 3 … within the run; the id of the server-sent event'),
  at: z.number().describe('Milliseconds since 1970'),
  cause: z.string().nullable().describe('The event that led to this one'),
}

const event = <T extends string, D extends z.ZodRawShape>(type: T, data: D) =>
  z.object({ type: z.literal(type), ...envelope, ...data })

/** `noun.verb`; spans start and always end; `run.end` is last, exactly once. */
export const engineEvent = z
  .discriminatedUnion('type', [
    event('run.start', { userId: z.string(), kind: z.enum(['text', 'code', 'programs']), bytes: z.int() }),
    event('stage.start', { stage: stageName, ...place }),
    event('block.found', { block: z.int(), found: detectedBlock }),
    event('attempt.start', {
      block: z.int(),
      attempt: z.int(),
      code: z.string(),
      diff: z.string().optional(),
      strategy: z.string().optional(),
      why: z.string().optional(),
      tried: z.array(triedCandidate).optional(),
    }),
    event('output.delta', {
      block: z.int(),
      attempt: z.int(),
      stream: z.enum(['stdout', 'stderr']),
      text: z.string(),
      base64: z.string().optional().describe('The bytes themselves, where `text` has replaced what is no UTF-8'),
    }),
    event('value.shown', { block: z.int(), attempt: z.int(), ...shownValue.shape }),
    event('egress.request', {
      block: z.int(),
      attempt: z.int(),
      method: z.string(),
      host: z.string(),
      port: z.int(),
      allowed: z.boolean(),
      reason: z.string().optional().describe('Why it was refused'),
      address: z.string().optional().describe('The address that was connected to'),
    }),
    event('attempt.end', { block: z.int(), attempt: z.int(), language: z.string(), ...executionEnd.shape }),
    event('state.settled', { block: z.int(), attempt: z.int(), state: attemptState }),
    event('test.end', { block: z.int(), attempt: z.int(), ...testEnd.shape }),
    event('code.guarded', { block: z.int(), attempt: z.int(), ...guardReport.omit({ language: true }).shape }),
    event('code.analyzed', { block: z.int(), attempt: z.int(), analysis }),
    event('code.measured', { block: z.int(), attempt: z.int(), measured }),
    event('code.tested', { block: z.int(), attempt: z.int(), report: testReport }),
    event('error.diagnosed', { block: z.int(), attempt: z.int(), diagnosis }),
    event('thinking.delta', {
      block: z.int(),
      attempt: z.int(),
      text: z.string().describe('What a model says while it works on a correction'),
    }),
    event('model.asked', {
      block: z.int(),
      attempt: z.int(),
      model: z.string(),
      inputTokens: z.int(),
      outputTokens: z.int(),
      costUsd: z.number().optional().describe('Absent when no prices are configured'),
      refused: z.string().optional().describe('Why no correction came of it'),
    }),
    event('block.end', {
      block: z.int(),
      outcome,
      finalCode: z.string(),
      stopped: stopped.optional(),
      explanation: z.string().optional(),
    }),
    event('stage.end', { stage: stageName, durationMs: z.number(), ...place }),
    event('run.end', {
      userId: z.string(),
      outcome,
      durationMs: z.number(),
      finalCode: z.string().optional(),
      error: errorInfo.optional(),
    }),
  ])
  .meta({ id: 'EngineEvent' })

export type EngineEvent = z.infer<typeof engineEvent>
export type EventOf<T extends EngineEvent['type']> = Extract<EngineEvent, { type: T }>
type WithoutEnvelope<E> = E extends unknown ? Omit<E, keyof typeof envelope> : never

/** What a stage hands to `emit`; the journal adds the envelope. `cause` is the id `emit` gave for an earlier event. */
export type EventDraft = WithoutEnvelope<EngineEvent> & { cause?: string }
export type Emit = (draft: EventDraft) => string
