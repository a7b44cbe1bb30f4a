import { EngineError } from '../contract/errors.ts'
import type { Emit, StageName } from '../contract/event.ts'
import type { Limits } from '../contract/limits.ts'
import type { DetectedBlock, ErrorInfo, ExecutionEnd, Outcome, RunRequest } from '../contract/run.ts'
import { findLanguage, type Language } from '../language/language.ts'
import type { Execution } from './execute/execution.ts'
import type { Stage } from './stage.ts'

export interface Draft {
  block: number
  code: string
  language: Language
}

export interface Correction {
  code: string
  diff: string
  strategy: string
}

/** One slot for each stage, in the order of the loop. A slot that is empty is passed over. */
export interface Stages {
  detect: Stage<RunRequest, DetectedBlock[]>
  /** Sees the first draft and every correction alike; throws CODE_BLOCKED-like errors to stop a run. */
  guard?: Stage<Draft, void>
  analyze?: Stage<Draft, void>
  execute: Stage<Execution, ExecutionEnd>
  diagnose?: Stage<Draft & { end: ExecutionEnd }, void>
  /** Nothing to offer ends the attempts. */
  correct?: Stage<Draft & { end: ExecutionEnd }, Correction | undefined>
  verify?: Stage<Draft, void>
  remember?: Stage<Outcome, void>
  feedback?: Stage<Outcome, void>
}

export interface Loop {
  request: RunRequest
  userId: string
  limits: Limits
  attempts: number
  languages: readonly Language[]
  stages: Stages
  emit: Emit
  signal: AbortSignal
  /** Turns what is not an EngineError into one, and writes it down: it is a bug of ours. */
  onBug(error: unknown): EngineError
}

interface Ending {
  outcome: Outcome
  finalCode?: string
  error?: ErrorInfo
}

/** Tells a whole run. After `run.start` nothing is thrown: whatever happens is told by `run.end`, once, as the last event. */
export async function runLoop(loop: Loop): Promise<void> {
  const { request, userId, emit } = loop
  const startedAt = performance.now()
  const source = request.text ?? request.code ?? ''
  const kind = request.text === undefined ? 'code' : 'text'
  const cause = emit({ type: 'run.start', userId, kind, bytes: Buffer.byteLength(source) })
  const ending = await runBlocks(loop, cause).catch((error) => endingOf(error, loop))
  emit({ type: 'run.end', userId, durationMs: performance.now() - startedAt, cause, ...ending })
}

/** Blocks run in the order of the answer; the first that fails ends the run, since later ones build on it. */
async function runBlocks(loop: Loop, cause: string): Promise<Ending> {
  const { stages, request, languages } = loop
  const found = await inStage({ loop, cause, stage: 'detect' }, (context) => stages.detect(request, context))
  let ending: Ending = { outcome: 'ok' }
  for (const [block, { executable, language, code }] of found.entries()) {
    const known = executable && language !== null ? findLanguage(languages, language) : undefined
    if (!known || ending.outcome !== 'ok') continue
    ending = await runBlock(loop, { block, code, language: known }, cause)
  }
  const { remember, feedback } = stages
  if (remember) await inStage({ loop, cause, stage: 'remember' }, (context) => remember(ending.outcome, context))
  if (feedback) await inStage({ loop, cause, stage: 'feedback' }, (context) => feedback(ending.outcome, context))
  return ending
}

async function runBlock(loop: Loop, first: Draft, cause: string): Promise<Ending> {
  const { guard, analyze, diagnose, correct, verify } = loop.stages
  let draft = first
  let correction: Correction | undefined
  for (let attempt = 1; ; attempt++) {
    const at = { loop, cause, block: draft.block, attempt }
    if (guard) await inStage({ ...at, stage: 'guard' }, (context) => guard(draft, context))
    if (analyze) await inStage({ ...at, stage: 'analyze' }, (context) => analyze(draft, context))
    const end = await runAttempt({ ...at, stage: 'execute' }, draft, correction)
    loop.signal.throwIfAborted()
    if (end.endedBy === 'exit' && end.exitCode === 0) break
    const failed = { ...draft, end }
    if (diagnose) await inStage({ ...at, stage: 'diagnose' }, (context) => diagnose(failed, context))
    if (!correct || attempt >= loop.attempts) return { outcome: 'failed', finalCode: draft.code }
    correction = await inStage({ ...at, stage: 'correct' }, (context) => correct(failed, context))
    if (!correction) return { outcome: 'failed', finalCode: draft.code }
    draft = { ...draft, code: correction.code }
  }
  if (verify) await inStage({ loop, cause, block: draft.block, stage: 'verify' }, (context) => verify(draft, context))
  return { outcome: 'ok', finalCode: draft.code }
}

async function runAttempt(
  place: Place & { block: number; attempt: number },
  draft: Draft,
  correction?: Correction,
): Promise<ExecutionEnd> {
  const { loop, block, attempt } = place
  return inStage(place, async (context) => {
    const { code, language } = draft
    const how = correction && { diff: correction.diff, strategy: correction.strategy }
    const cause = loop.emit({ type: 'attempt.start', block, attempt, code, ...how, cause: context.cause })
    const execution = { block, attempt, code, language, limits: loop.limits, request: loop.request }
    const tellEnd = (end: ExecutionEnd) =>
      loop.emit({ type: 'attempt.end', block, attempt, language: language.id, ...end, cause })
    try {
      const end = await loop.stages.execute(execution, { ...context, cause })
      tellEnd(end)
      return end
    } catch (error) {
      const end: ExecutionEnd = { ...notStarted, endedBy: loop.signal.aborted ? 'cancelled' : 'killed' }
      tellEnd(end)
      if (loop.signal.aborted) return end
      throw error
    }
  })
}

/** No sandbox ran it: cancelled while it waited, or none could be made. */
const notStarted: Omit<ExecutionEnd, 'endedBy'> = {
  exitCode: null,
  signal: null,
  durationMs: 0,
  waitMs: 0,
  invalidUtf8: false,
}

interface Place {
  loop: Loop
  cause: string
  stage: StageName
  block?: number
  attempt?: number
}

type ActionContext = Parameters<Stage<unknown, unknown>>[1]

/** A stage that starts always ends, whatever it throws. */
async function inStage<T>(place: Place, action: (context: ActionContext) => Promise<T>): Promise<T> {
  const { loop, cause, ...where } = place
  loop.signal.throwIfAborted()
  const startedAt = performance.now()
  const started = loop.emit({ type: 'stage.start', ...where, cause })
  try {
    return await action({ emit: loop.emit, signal: loop.signal, cause: started })
  } finally {
    loop.emit({ type: 'stage.end', ...where, durationMs: performance.now() - startedAt, cause: started })
  }
}

function endingOf(error: unknown, loop: Loop): Ending {
  if (loop.signal.aborted) {
    const { reason } = loop.signal
    return reason instanceof EngineError ? { outcome: 'error', error: reason.toInfo() } : { outcome: 'cancelled' }
  }
  const known = error instanceof EngineError ? error : loop.onBug(error)
  return { outcome: 'error', error: known.toInfo() }
}
