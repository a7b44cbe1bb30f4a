import { EngineError } from '../contract/errors.ts'
import type { Emit } from '../contract/event.ts'
import type { Limits } from '../contract/limits.ts'
import type { DetectedBlock, ErrorInfo, ExecutionEnd, Outcome, RunRequest } from '../contract/run.ts'
import { findLanguage, type Language } from '../language/language.ts'
import type { Admission } from '../sandbox/slots.ts'
import type { Execution } from './execute/execute.ts'
import { inLanes } from './in-lanes.ts'
import { inStage, type Place } from './in-stage.ts'
import { measureWait } from './measure-wait.ts'
import { programsOf } from './programs-of.ts'
import type { Stage } from './stage.ts'

export interface Draft {
  block: number
  code: string
  language: Language
  /** With the input and files that are its own. */
  request: Execution['request']
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
  /** Blocks at work at once, when a request wants them in parallel. */
  lanes: number
  /** The right to wait for boxes; whoever starts the loop gives it back. */
  admission: Admission
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
  const cause = emit({ type: 'run.start', userId, ...sourceOf(request) })
  const ending = await runBlocks(loop, cause).catch((error) => endingOf(error, loop))
  emit({ type: 'run.end', userId, durationMs: performance.now() - startedAt, cause, ...ending })
}

function sourceOf(request: RunRequest) {
  const { text, code } = request
  const kind = text !== undefined ? 'text' : code !== undefined ? 'code' : 'programs'
  const sources = text !== undefined ? [text] : programsOf(request).map((program) => program.code)
  return { kind, bytes: Buffer.byteLength(sources.join('')) } as const
}

async function runBlocks(loop: Loop, cause: string): Promise<Ending> {
  const { stages, request, languages } = loop
  const found = await inStage({ loop, cause, stage: 'detect' }, (context) => stages.detect(request, context))
  const programs = programsOf(request)
  const drafts = found.flatMap(({ executable, language, code }, block): Draft[] => {
    const known = executable && language !== null ? findLanguage(languages, language) : undefined
    return known ? [{ block, code, language: known, request: { ...request, ...programs[block] } }] : []
  })
  const ending = decisive(await runDrafts(loop, drafts, cause))
  const { remember, feedback } = stages
  if (remember) await inStage({ loop, cause, stage: 'remember' }, (context) => remember(ending.outcome, context))
  if (feedback) await inStage({ loop, cause, stage: 'feedback' }, (context) => feedback(ending.outcome, context))
  return ending
}

/** In sequence the first that fails ends the run, since later ones build on it; in parallel no one waits for another. */
function runDrafts(loop: Loop, drafts: Draft[], cause: string): Promise<Ending[]> {
  const { parallel = false, stopOnFailure = !parallel } = loop.request.options ?? {}
  const halt = new AbortController()
  const haltable = { ...loop, signal: AbortSignal.any([loop.signal, halt.signal]) }
  const haltIf = (failed: boolean) => {
    if (failed && stopOnFailure) halt.abort()
  }
  const work = async (draft: Draft): Promise<Ending> => {
    if (halt.signal.aborted) return { outcome: 'cancelled' }
    try {
      const ending = await runBlock(haltable, draft, cause)
      haltIf(ending.outcome !== 'ok')
      return ending
    } catch (error) {
      // Ended for the failure of another, which tells what came of the run.
      if (halt.signal.aborted && !loop.signal.aborted) return { outcome: 'cancelled' }
      haltIf(true)
      throw error
    }
  }
  return inLanes({ items: drafts, lanes: parallel ? loop.lanes : 1, work })
}

/** A run is as good as the worst of its blocks; the last one's code is the final one when all are good. */
function decisive(endings: Ending[]): Ending {
  const bad = endings.find(({ outcome }) => outcome === 'blocked' || outcome === 'failed')
  return bad ?? endings.at(-1) ?? { outcome: 'ok' }
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
  place: Place<Loop> & { block: number; attempt: number },
  draft: Draft,
  correction?: Correction,
): Promise<ExecutionEnd> {
  const { loop, block, attempt } = place
  return inStage(place, async (context) => {
    const { code, language, request } = draft
    const how = correction && { diff: correction.diff, strategy: correction.strategy }
    const cause = loop.emit({ type: 'attempt.start', block, attempt, code, ...how, cause: context.cause })
    const { admission, waitedMs } = measureWait(loop.admission)
    const { limits } = loop
    const execution = { block, attempt, code, language, limits, admission, request }
    const tellEnd = (end: ExecutionEnd) =>
      loop.emit({ type: 'attempt.end', block, attempt, language: language.id, ...end, cause })
    try {
      const end = await loop.stages.execute(execution, { ...context, cause })
      tellEnd(end)
      return end
    } catch (error) {
      const endedBy = loop.signal.aborted ? 'cancelled' : 'killed'
      const end: ExecutionEnd = { ...notStarted, endedBy, waitMs: waitedMs() }
      tellEnd(end)
      if (loop.signal.aborted) return end
      throw error
    }
  })
}

/** No sandbox ran it: cancelled while it waited, or none could be made. */
const notStarted = { exitCode: null, signal: null, durationMs: 0, invalidUtf8: false }

function endingOf(error: unknown, loop: Loop): Ending {
  if (loop.signal.aborted) {
    const { reason } = loop.signal
    return reason instanceof EngineError ? { outcome: 'error', error: reason.toInfo() } : { outcome: 'cancelled' }
  }
  const known = error instanceof EngineError ? error : loop.onBug(error)
  return { outcome: 'error', error: known.toInfo() }
}
