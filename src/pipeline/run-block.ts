import type { ExecutionEnd, Stopped, StopReason } from '../contract/run.ts'
import type { Correction, NoCorrection } from './correction.ts'
import type { Executed, Execution } from './execution.ts'
import { explain } from './explain.ts'
import type { Failure, PastAttempt, Understood } from './failure.ts'
import { inStage, type Place } from './in-stage.ts'
import type { Ending, Loop } from './loop-parts.ts'
import { measureWait } from './measure-wait.ts'
import type { Draft } from './stages.ts'

/** What one block came to, and the workspace it left. */
export interface BlockEnd extends Ending {
  archive?: Uint8Array | undefined
}

export interface BlockStart {
  draft: Draft
  cause: string
  /** The workspace that every attempt starts from: a failed one leaves no trace. */
  archive?: Uint8Array | undefined
  keepsWorkspace: boolean
}

/** Runs a block until it is well, or until there is a reason to stop. */
export async function runBlock(loop: Loop, start: BlockStart): Promise<BlockEnd> {
  const { guard, analyze, verify } = loop.stages
  const past: PastAttempt[] = []
  let { draft } = start
  let correction: Correction | undefined
  for (let attempt = 1; ; attempt++) {
    const at = { loop, cause: start.cause, block: draft.block, attempt }
    if (guard) await inStage({ ...at, stage: 'guard' }, (context) => guard(draft, context))
    if (analyze) await inStage({ ...at, stage: 'analyze' }, (context) => analyze(draft, context))
    const execution = { ...executionOf(loop, draft, start), attempt }
    const executed = await attemptOf(at, { execution, correction, error: attempt === 1 ? draft.error : undefined })
    loop.signal.throwIfAborted()
    const failure = await failureOf(at, { ...execution, ...draft, executed })
    if (!failure) {
      if (verify) await inStage({ ...at, stage: 'verify' }, (context) => verify(draft, context))
      tellEnd(loop, { draft, past, correction })
      return { outcome: 'ok', finalCode: draft.code, archive: executed.archive }
    }
    const next = await nextDraft(at, failure, past)
    loop.signal.throwIfAborted()
    past.push({ code: draft.code, diagnosis: next.diagnosis, correction })
    if ('reason' in next) {
      tellEnd(loop, { draft, past, correction, stopped: stoppedBy(next) })
      return { outcome: 'failed', finalCode: draft.code }
    }
    correction = next
    draft = { ...draft, code: next.code }
  }
}

const executionOf = (loop: Loop, draft: Draft, { archive, keepsWorkspace }: BlockStart): Omit<Execution, 'attempt'> => {
  const { block, code, language, request } = draft
  return { block, code, language, request, limits: loop.limits, admission: loop.admission, archive, keepsWorkspace }
}

type At = Omit<Place<Loop>, 'stage'> & { block: number; attempt: number }

/** Nothing when the program ended well and passes the tests that came with it. */
async function failureOf(at: At, failure: Failure): Promise<Failure | undefined> {
  const { endedBy, exitCode } = failure.executed.end
  if (endedBy !== 'exit' || exitCode !== 0) return failure
  const { test } = at.loop.stages
  if (!test || failure.tests.length === 0) return undefined
  const ends = await inStage({ ...at, stage: 'verify' }, (context) => test(failure, context))
  const failedTest = ends.find(({ passed }) => !passed)
  return failedTest && { ...failure, failedTest }
}

type Next = (Correction | NoCorrection) & Pick<PastAttempt, 'diagnosis'>

/** The program to run next, or the reason why there is none. */
async function nextDraft(at: At, failure: Failure, past: readonly PastAttempt[]): Promise<Next> {
  const { diagnose, correct } = at.loop.stages
  if (!diagnose) return { ...NOTHING, diagnosis: undefined }
  const diagnosed = await inStage({ ...at, stage: 'diagnose' }, (context) => diagnose(failure, context))
  const { diagnosis } = diagnosed
  const understood = { ...failure, ...diagnosed, earlier: past, isLastChance: at.attempt + 1 >= at.loop.attempts }
  const stop = reasonToStop(at, understood)
  if (stop || !correct) return { ...NOTHING, ...stop, diagnosis }
  const next = await inStage({ ...at, stage: 'correct' }, (context) => correct(understood, context))
  return { ...next, diagnosis }
}

const stoppedBy = ({ reason, text, tried }: NoCorrection): Stopped => ({
  reason,
  text,
  ...(tried.length > 0 && { tried }),
})

const NOTHING: NoCorrection = { reason: 'nothing-applicable', text: 'Nothing repairs programs here.', tried: [] }

function reasonToStop(at: At, { diagnosis, earlier }: Understood): { reason: StopReason; text: string } | undefined {
  if (!diagnosis.recoverable) {
    return { reason: 'unrecoverable', text: 'Changing the program cannot help against this failure.' }
  }
  const before = earlier.at(-1)?.diagnosis
  if (
    before?.fingerprint === diagnosis.fingerprint &&
    before.message === diagnosis.message &&
    before.line === diagnosis.line
  ) {
    return { reason: 'same-error', text: 'The same failure came again after a correction.' }
  }
  if (at.attempt < at.loop.attempts) return undefined
  const { attempts } = at.loop
  return { reason: 'attempts', text: `${attempts === 1 ? 'The one attempt' : `All ${attempts} attempts`} failed.` }
}

function tellEnd(
  loop: Loop,
  {
    draft,
    past,
    correction,
    stopped,
  }: {
    draft: Draft
    past: PastAttempt[]
    correction?: Correction | undefined
    stopped?: Stopped
  },
): void {
  const outcome = stopped ? 'failed' : 'ok'
  const explanation = explain({ past, last: correction, stopped: stopped?.text })
  loop.emit({
    type: 'block.end',
    block: draft.block,
    outcome,
    finalCode: draft.code,
    ...(stopped && { stopped }),
    ...(explanation && { explanation }),
  })
}

/** A program is run, unless what comes of it is known: from its trial, or from elsewhere. */
function attemptOf(
  at: At,
  {
    execution,
    correction,
    error,
  }: { execution: Execution; correction: Correction | undefined; error?: string | undefined },
): Executed | Promise<Executed> {
  if (error !== undefined) return tellAttempt(at, { execution, executed: failedElsewhere(execution, error) })
  const { executed } = correction ?? {}
  return executed
    ? tellAttempt(at, { execution, executed, correction })
    : runAttempt({ ...at, stage: 'execute' }, execution, correction)
}

async function runAttempt(place: Place<Loop>, execution: Execution, correction?: Correction): Promise<Executed> {
  const { loop } = place
  const { block, attempt, code, language } = execution
  return inStage(place, async (context) => {
    const cause = loop.emit({ type: 'attempt.start', block, attempt, code, ...howOf(correction), cause: context.cause })
    const { admission, waitedMs } = measureWait(loop.admission)
    const tellEnd = (end: ExecutionEnd) =>
      loop.emit({ type: 'attempt.end', block, attempt, language: language.id, ...end, cause })
    try {
      const executed = await loop.stages.execute({ ...execution, admission }, { ...context, cause })
      tellEnd(executed.end)
      return executed
    } catch (error) {
      const endedBy = loop.signal.aborted ? 'cancelled' : 'killed'
      const end: ExecutionEnd = { ...notStarted, endedBy, waitMs: waitedMs() }
      tellEnd(end)
      if (loop.signal.aborted) return { end, stdout: '', stderr: '', isWhole: false }
      throw error
    }
  })
}

function tellAttempt(
  { loop, cause: of }: At,
  {
    execution,
    executed,
    correction,
  }: { execution: Execution; executed: Executed; correction?: Correction | undefined },
): Executed {
  const { block, attempt, code, language } = execution
  const cause = loop.emit({ type: 'attempt.start', block, attempt, code, ...howOf(correction), cause: of })
  for (const stream of ['stdout', 'stderr'] as const) {
    const text = executed[stream]
    if (text !== '') loop.emit({ type: 'output.delta', block, attempt, stream, text, cause })
  }
  loop.emit({ type: 'attempt.end', block, attempt, language: language.id, ...executed.end, cause })
  return executed
}

/** The words of an attempt that was made elsewhere are taken as they are. */
function failedElsewhere({ code, language }: Execution, stderr: string): Executed {
  const error = language.errorOf({ stderr, code })
  const end: ExecutionEnd = { ...notStarted, endedBy: 'exit', exitCode: 1, waitMs: 0, ...(error && { error }) }
  return { end, stdout: '', stderr, isWhole: true }
}

function howOf(correction: Correction | undefined) {
  if (!correction) return {}
  const { diff, strategy, why, tried } = correction
  return { diff, strategy, why, tried }
}

/** No sandbox ran it: cancelled while it waited, or none could be made. */
const notStarted = { exitCode: null, signal: null, durationMs: 0, invalidUtf8: false }
