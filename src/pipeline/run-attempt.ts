import type { ExecutionEnd } from '../contract/run.ts'
import type { Correction } from './correction.ts'
import type { Executed, Execution } from './execution.ts'
import { inStage, type Place } from './in-stage.ts'
import type { Loop } from './loop-parts.ts'
import { measureWait } from './measure-wait.ts'

/** The place of an attempt in a run. */
export type AttemptPlace = Omit<Place<Loop>, 'stage'> & { block: number; attempt: number }

/** Runs a program, unless its result is already known: from its trial, or from elsewhere. */
export function runAttempt(
  at: AttemptPlace,
  {
    execution,
    correction,
    error,
  }: { execution: Execution; correction: Correction | undefined; error?: string | undefined },
): Executed | Promise<Executed> {
  if (error !== undefined) return tellAttempt(at, { execution, executed: failedElsewhere(execution, error) })
  const { executed } = correction ?? {}
  // A trial keeps no files: a program that writes some is run once more, as the attempt that it is.
  return executed && !executed.written?.hasAny
    ? tellAttempt(at, { execution, executed, correction })
    : executeAttempt({ ...at, stage: 'execute' }, execution, correction)
}

async function executeAttempt(place: Place<Loop>, execution: Execution, correction?: Correction): Promise<Executed> {
  const { loop } = place
  const { block, attempt, code, language } = execution
  return inStage(place, async (context) => {
    const cause = loop.emit({ type: 'attempt.start', block, attempt, code, ...howOf(correction), cause: context.cause })
    const { admission, waitedMs } = measureWait(loop.admission)
    const tellEnd = (end: ExecutionEnd) =>
      loop.emit({ type: 'attempt.end', block, attempt, language: language.id, ...end, cause })
    try {
      const executed = await loop.stages.execute({ ...execution, admission, runId: loop.runId }, { ...context, cause })
      tellResults(loop, { block, attempt, executed, cause })
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
  { loop, cause: of }: AttemptPlace,
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
  tellResults(loop, { block, attempt, executed, cause })
  loop.emit({ type: 'attempt.end', block, attempt, language: language.id, ...executed.end, cause })
  return executed
}

function tellResults(
  { emit }: Pick<Loop, 'emit'>,
  { block, attempt, executed, cause }: { block: number; attempt: number; executed: Executed; cause: string },
): void {
  const { shown = [], written } = executed
  for (const value of shown) emit({ type: 'value.shown', block, attempt, ...value, cause })
  for (const file of written?.files ?? []) emit({ type: 'file.written', block, attempt, ...file, cause })
  if (written && written.left.length > 0) emit({ type: 'files.left', block, attempt, left: written.left, cause })
}

/** The error text of an attempt made elsewhere is taken as it is. */
function failedElsewhere({ code, language }: Execution, stderr: string): Executed {
  const error = language.errorOf({ stderr, code })
  const end: ExecutionEnd = { ...notStarted, endedBy: 'exit', exitCode: 1, waitMs: 0, ...(error && { error }) }
  return { end, stdout: '', stderr, isWhole: true }
}

function howOf(correction: Correction | undefined) {
  if (!correction) return {}
  const { diff, strategy, why, assumption, confidence, tried } = correction
  return {
    diff,
    strategy,
    why,
    ...(assumption && { assumption }),
    ...(confidence !== undefined && { confidence }),
    tried,
  }
}

/** No sandbox ran it: the run was cancelled while it waited, or no sandbox could be made. */
const notStarted = { exitCode: null, signal: null, durationMs: 0, invalidUtf8: false }
