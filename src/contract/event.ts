import { z } from 'zod'
import { analysis } from './analysis.ts'
import { attemptState } from './attempt-state.ts'
import { diagnosis } from './diagnosis.ts'
import { type envelope, eventOf } from './event/envelope.ts'
import { guardReport } from './guard.ts'
import { measured } from './measure.ts'
import { detectedBlock, errorInfo, executionEnd, outcome, shownValue, stopped, testEnd, triedCandidate } from './run.ts'
import { testReport } from './test-report.ts'
import { capabilityEvents } from './words/capability-words.ts'

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

/** `noun.verb`; spans start and always end; `run.end` is last, exactly once. */
export const engineEvent = z
  .discriminatedUnion('type', [
    eventOf('run.start', { userId: z.string(), kind: z.enum(['text', 'code', 'programs']), bytes: z.int() }),
    eventOf('stage.start', { stage: stageName, ...place }),
    eventOf('block.found', { block: z.int(), found: detectedBlock }),
    eventOf('attempt.start', {
      block: z.int(),
      attempt: z.int(),
      code: z.string(),
      diff: z.string().optional(),
      strategy: z.string().optional(),
      why: z.string().optional(),
      tried: z.array(triedCandidate).optional(),
    }),
    eventOf('output.delta', {
      block: z.int(),
      attempt: z.int(),
      stream: z.enum(['stdout', 'stderr']),
      text: z.string(),
      base64: z.string().optional().describe('The bytes themselves, where `text` has replaced what is no UTF-8'),
    }),
    eventOf('value.shown', { block: z.int(), attempt: z.int(), ...shownValue.shape }),
    eventOf('egress.request', {
      block: z.int(),
      attempt: z.int(),
      method: z.string(),
      host: z.string(),
      port: z.int(),
      allowed: z.boolean(),
      reason: z.string().optional().describe('Why it was refused'),
      address: z.string().optional().describe('The address that was connected to'),
    }),
    eventOf('attempt.end', { block: z.int(), attempt: z.int(), language: z.string(), ...executionEnd.shape }),
    eventOf('state.settled', { block: z.int(), attempt: z.int(), state: attemptState }),
    eventOf('test.end', { block: z.int(), attempt: z.int(), ...testEnd.shape }),
    eventOf('code.guarded', { block: z.int(), attempt: z.int(), ...guardReport.omit({ language: true }).shape }),
    eventOf('code.analyzed', { block: z.int(), attempt: z.int(), analysis }),
    eventOf('code.measured', { block: z.int(), attempt: z.int(), measured }),
    eventOf('code.tested', { block: z.int(), attempt: z.int(), report: testReport }),
    eventOf('error.diagnosed', { block: z.int(), attempt: z.int(), diagnosis }),
    eventOf('thinking.delta', {
      block: z.int(),
      attempt: z.int(),
      text: z.string().describe('What a model says while it works on a correction'),
    }),
    eventOf('model.asked', {
      block: z.int(),
      attempt: z.int(),
      model: z.string(),
      inputTokens: z.int(),
      outputTokens: z.int(),
      costUsd: z.number().optional().describe('Absent when no prices are configured'),
      refused: z.string().optional().describe('Why no correction came of it'),
    }),
    eventOf('block.end', {
      block: z.int(),
      outcome,
      finalCode: z.string(),
      stopped: stopped.optional(),
      explanation: z.string().optional(),
    }),
    eventOf('stage.end', { stage: stageName, durationMs: z.number(), ...place }),
    eventOf('run.end', {
      userId: z.string(),
      outcome,
      durationMs: z.number(),
      finalCode: z.string().optional(),
      error: errorInfo.optional(),
    }),
    ...capabilityEvents,
  ])
  .meta({ id: 'EngineEvent' })

export type EngineEvent = z.infer<typeof engineEvent>
export type EventOf<T extends EngineEvent['type']> = Extract<EngineEvent, { type: T }>
type WithoutEnvelope<E> = E extends unknown ? Omit<E, keyof typeof envelope> : never

/** What a stage hands to `emit`; the journal adds the envelope. `cause` is the id `emit` gave for an earlier event. */
export type EventDraft = WithoutEnvelope<EngineEvent> & { cause?: string }
export type Emit = (draft: EventDraft) => string
