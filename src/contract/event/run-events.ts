import { z } from 'zod'
import { taskKind } from '../agent.ts'
import { analysis } from '../analysis.ts'
import { attemptState } from '../attempt-state.ts'
import { detectedBlock } from '../detect.ts'
import { diagnosis } from '../diagnosis.ts'
import { guardReport } from '../guard.ts'
import { measured } from '../measure.ts'
import { errorInfo, executionEnd, outcome, runRequest, shownValue, stopped, testEnd, triedCandidate } from '../run.ts'
import { fileLeftOut } from '../run-file.ts'
import { similarCode } from '../similar-code.ts'
import { suggestion } from '../suggestion.ts'
import { testReport } from '../test-report.ts'
import { runEventOf } from './envelope.ts'

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

/** The place of an event in the run: a block by its index, an attempt by its number. */
const place = { block: z.int().optional(), attempt: z.int().optional() }

/** `noun.verb`; spans start and always end; `run.end` is last, exactly once. */
export const runEvents = [
  runEventOf('run.start', {
    kind: z.enum(['text', 'code', 'programs']),
    bytes: z.int(),
    agent: z.string().optional().describe('The agent that it is for'),
    request: runRequest.optional().describe('As it came, for a replay; absent when it is long'),
  }),
  runEventOf('run.resumed', {
    times: z
      .int()
      .describe('How often it has been begun again: its engine died, and everything since its start is void'),
  }),
  runEventOf('stage.start', { stage: stageName, ...place }),
  runEventOf('block.found', { block: z.int(), found: detectedBlock }),
  runEventOf('attempt.start', {
    block: z.int(),
    attempt: z.int(),
    code: z.string(),
    diff: z.string().optional(),
    strategy: z.string().optional(),
    why: z.string().optional(),
    assumption: z.string().optional(),
    confidence: z.number().optional(),
    tried: z.array(triedCandidate).optional(),
  }),
  runEventOf('output.delta', {
    block: z.int(),
    attempt: z.int(),
    stream: z.enum(['stdout', 'stderr']),
    text: z.string(),
    base64: z.string().optional().describe('The bytes themselves, where `text` has replaced what is no UTF-8'),
  }),
  runEventOf('value.shown', { block: z.int(), attempt: z.int(), ...shownValue.shape }),
  runEventOf('file.written', {
    block: z.int(),
    attempt: z.int(),
    path: z.string().describe('Relative to the workspace'),
    size: z.int(),
    mediaType: z.string(),
    blob: z.string().describe('SHA-256 of its bytes'),
  }),
  runEventOf('files.left', { block: z.int(), attempt: z.int(), left: z.array(fileLeftOut) }),
  runEventOf('approval.wait', {
    block: z.int(),
    attempt: z.int(),
    approvalId: z.string().describe('The question that a person has to answer before it goes on'),
    title: z.string(),
    reason: z.string(),
  }),
  runEventOf('approval.suggested', {
    block: z.int(),
    attempt: z.int(),
    approvalId: z.string().describe('The question whose answer opens a host that the network refused'),
    title: z.string(),
    reason: z.string(),
  }),
  runEventOf('egress.request', {
    block: z.int(),
    attempt: z.int(),
    method: z.string(),
    host: z.string(),
    port: z.int(),
    allowed: z.boolean(),
    reason: z.string().optional().describe('Why it was refused'),
    address: z.string().optional().describe('The address that was connected to'),
  }),
  runEventOf('attempt.end', { block: z.int(), attempt: z.int(), language: z.string(), ...executionEnd.shape }),
  runEventOf('state.settled', { block: z.int(), attempt: z.int(), state: attemptState }),
  runEventOf('test.end', { block: z.int(), attempt: z.int(), ...testEnd.shape }),
  runEventOf('code.guarded', { block: z.int(), attempt: z.int(), ...guardReport.omit({ language: true }).shape }),
  runEventOf('code.analyzed', { block: z.int(), attempt: z.int(), analysis }),
  runEventOf('code.measured', { block: z.int(), attempt: z.int(), measured }),
  runEventOf('code.tested', { block: z.int(), attempt: z.int(), report: testReport }),
  runEventOf('code.recalled', {
    block: z.int(),
    similar: z.array(similarCode).describe('Known programs like the one that ran, the most alike first'),
  }),
  runEventOf('repair.searched', {
    block: z.int(),
    attempt: z.int(),
    weighed: z.int().describe('Small changes that were thought of'),
    tried: z.int().describe('Those that ran against the tests'),
    found: z.int().describe('Those with which all tests pass'),
    checks: z.int().describe('Single assertions in the tests'),
    failing: z.int().describe('Assertions that the program fails'),
    held: z.int().describe('Assertions that the search did not see'),
    overfit: z.int().describe('Changes that passed all others and failed one of those'),
    suspects: z.array(z.int()).describe('Lines of the program, the most suspicious first'),
  }),
  runEventOf('error.diagnosed', { block: z.int(), attempt: z.int(), diagnosis }),
  runEventOf('lessons.used', {
    block: z.int(),
    attempt: z.int(),
    in: z
      .enum(['ranking', 'prompt'])
      .describe('Whether they moved the order of corrections, or stood in a question to a model'),
    lessons: z.array(z.object({ id: z.string(), strategy: z.string().nullable(), advice: z.string() })),
  }),
  runEventOf('repairs.recalled', {
    block: z.int(),
    attempt: z.int(),
    repairs: z
      .array(
        z.object({ id: z.string(), runId: z.string().describe('The run that taught it'), won: z.int(), lost: z.int() }),
      )
      .describe('Repairs of the same failure from memory: weighed and tried as those of rules'),
  }),
  runEventOf('examples.used', {
    block: z.int(),
    attempt: z.int(),
    patterns: z.array(z.string()).describe('Ids of the known programs that stood in a question to a model'),
  }),
  runEventOf('thinking.delta', {
    block: z.int(),
    attempt: z.int(),
    text: z.string().describe('What a model says while it works on a correction'),
  }),
  runEventOf('model.asked', {
    block: z.int(),
    attempt: z.int(),
    model: z.string(),
    inputTokens: z.int(),
    outputTokens: z.int(),
    costUsd: z.number().optional().describe('Absent when no prices are configured'),
    refused: z.string().optional().describe('Why no correction came of it'),
  }),
  runEventOf('block.end', {
    block: z.int(),
    outcome,
    finalCode: z.string(),
    stopped: stopped.optional(),
    suggestion: suggestion.optional(),
    explanation: z.string().optional(),
  }),
  runEventOf('feedback.noted', {
    kind: taskKind,
    isSampled: z.boolean().describe('Whether the run is learnt from'),
  }),
  runEventOf('stage.end', { stage: stageName, durationMs: z.number(), ...place }),
  runEventOf('run.end', {
    outcome,
    durationMs: z.number(),
    finalCode: z.string().optional(),
    error: errorInfo.optional(),
  }),
] as const
