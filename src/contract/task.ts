import { z } from 'zod'
import { actionOutcome, actionRequest, actionResult } from './action.ts'
import { sessionId } from './id.ts'
import { errorInfo } from './run.ts'
import { problemOfPattern } from './safe-pattern.ts'

const MOST_TEXT = 20_000
const MOST_ATTEMPTS = 3

export const taskType = z
  .enum(['code', 'shell', 'web', 'correction', 'plan', 'question'])
  .describe('correction: a program that fails has to be made to work')
export type TaskType = z.infer<typeof taskType>

export const taskText = z.string().min(1).max(MOST_TEXT).describe('In words, with code or commands in it or without')

export const detectedTask = z
  .object({
    type: taskType,
    confidence: z.number().describe('From 0 to 1'),
    reasons: z.array(z.string()).describe('The signs in the text, the weightiest first'),
  })
  .meta({ id: 'DetectedTask' })
export type DetectedTask = z.infer<typeof detectedTask>

const pattern = z.string().superRefine((source, context) => {
  const problem = problemOfPattern(source)
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
})

/** A result has to be like this. Without any of them it has to end well. */
export const expectation = z
  .strictObject({
    outcome: z.enum(['ok', 'failed']).optional().describe('ok unless it is told'),
    exitCode: z.int().optional(),
    stdout: z.string().optional().describe('All that it prints, apart from white space at the end'),
    contains: z.string().min(1).optional().describe('Text that the output has to have'),
    matches: pattern.optional().describe('Regular expression that the first 20,000 characters of the output fit'),
    json: z
      .strictObject({
        path: z.string().max(500).describe('Names and numbers joined by dots, such as rows.0.name; empty is all of it'),
        equals: z.unknown(),
      })
      .optional()
      .describe('The output is JSON, and has this value at this place'),
  })
  .meta({ id: 'Expectation' })
export type Expectation = z.infer<typeof expectation>

const attempts = z.int().min(1).max(MOST_ATTEMPTS).default(MOST_ATTEMPTS).describe('Tries at most, the first included')

export const taskRequest = z
  .strictObject({
    task: taskText,
    session: sessionId.optional().describe('The session that it works in'),
    type: taskType.optional().describe('The type, where you know better than the detection'),
    expect: expectation.optional(),
    attempts,
  })
  .meta({ id: 'TaskRequest' })
export type TaskRequest = z.input<typeof taskRequest>

export const reflectionRequest = z
  .strictObject({ action: actionRequest, expect: expectation.optional(), attempts })
  .meta({ id: 'ReflectionRequest' })
export type ReflectionRequest = z.input<typeof reflectionRequest>

export const verdict = z
  .object({
    passed: z.boolean(),
    reasons: z.array(z.string()).describe('One for each thing that was looked at'),
  })
  .meta({ id: 'Verdict' })
export type Verdict = z.infer<typeof verdict>

/** The change between two tries. */
export const revision = z
  .object({
    by: z.string().describe('A rule by its name, or model'),
    why: z.string(),
    input: z.record(z.string(), z.unknown()).describe('The input of the next try; long texts in part only'),
  })
  .meta({ id: 'Revision' })
export type Revision = z.infer<typeof revision>

export const taskAttempt = z
  .object({ n: z.int(), action: actionResult, verdict, revision: revision.optional() })
  .meta({ id: 'TaskAttempt' })
export type TaskAttempt = z.infer<typeof taskAttempt>

export const taskStop = z
  .enum(['passed', 'attempts', 'no-revision', 'same-result', 'outside', 'refused', 'cancelled'])
  .describe('outside: it may have had an effect outside of sandboxes, so it was not repeated')
export type TaskStop = z.infer<typeof taskStop>

/** `ok` is said only when the judge passed the last try. */
export const taskResult = z
  .object({
    id: z.string(),
    task: z.string().nullable().describe('Null when an action was given instead of words'),
    type: taskType.nullable(),
    confidence: z.number().nullable(),
    reasons: z.array(z.string()),
    outcome: actionOutcome.nullable().describe('Null while it goes on'),
    stopped: taskStop.optional().describe('Why there was no further try'),
    output: z.unknown().optional().describe('Of the last try'),
    answer: z.string().optional().describe('In words, where a model answered a question'),
    planId: z.string().optional().describe('The plan that the task became'),
    error: errorInfo.optional(),
    attempts: z.array(taskAttempt),
    sessionId: z.string().nullable(),
    startedAt: z.number().describe('Milliseconds since 1970'),
    durationMs: z.number().nullable(),
  })
  .meta({ id: 'TaskResult' })
export type TaskResult = z.infer<typeof taskResult>

export const taskList = z.object({ tasks: z.array(taskResult) }).meta({ id: 'TaskList' })

export const logEntry = z
  .object({
    at: z.number().describe('Milliseconds since 1970'),
    event: z.string().describe('The id of the event'),
    step: z.enum(['start', 'tried', 'revised', 'end']),
    text: z.string().describe('One sentence'),
    actionId: z.string().optional(),
  })
  .meta({ id: 'ExecutionLogEntry' })
export type LogEntry = z.infer<typeof logEntry>
export const executionLog = z.object({ entries: z.array(logEntry) }).meta({ id: 'ExecutionLog' })
