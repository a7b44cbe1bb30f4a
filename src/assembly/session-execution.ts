import { EngineError } from '../contract/errors.ts'
import type { ExecutionEnd } from '../contract/run.ts'
import type { Execution as KernelExecution } from '../kernel/kernel.ts'
import type { KernelEvent } from '../kernel/kernel-event.ts'
import { createOutputTeller, type PieceMask } from '../pipeline/execute/output-teller.ts'
import type { Executed, Execution } from '../pipeline/execution.ts'
import type { StageContext } from '../pipeline/stage.ts'
import type { LoadedSession } from '../session/loaded-session.ts'

type Ran = Omit<Executed, 'end'> & { end: Omit<ExecutionEnd, 'waitMs' | 'sandbox'> }

/** The path under which a program that fails names itself, as it does outside of sessions. */
const PROGRAM_OF_CELL = /File "<cell \d+>"/g

/** Runs a program as the next execution of a living interpreter. */
export async function executeInKernel(
  { live }: LoadedSession,
  {
    contextId,
    execution,
    newMask,
  }: { contextId: string; execution: Execution; newMask: (() => PieceMask) | undefined },
  context: StageContext,
): Promise<Ran> {
  const { block, attempt, code, limits, request, language } = execution
  if (request.args?.length)
    throw new EngineError('UNSUPPORTED', { what: `arguments of a ${language.id} program in a session` })
  const printed = { stdout: '', stderr: '' }
  const teller = createOutputTeller((piece) => {
    printed[piece.stream] += piece.text
    context.emit({ type: 'output.delta', block, attempt, ...piece, cause: context.cause })
  }, newMask)
  const onEvent = (event: KernelEvent) => {
    if (event.type === 'stdout' || event.type === 'stderr') {
      teller.write({ stream: event.type, bytes: Buffer.from(event.text) })
    }
    if (event.type === 'display' || event.type === 'result') {
      const { data, metadata } = event
      const isResult = event.type === 'result'
      context.emit({ type: 'value.shown', block, attempt, isResult, data, metadata, cause: context.cause })
    }
  }
  const ran = await live.contexts.execute(contextId, code, {
    stdin: request.input ?? '',
    timeoutMs: limits.timeoutMs,
    outputBytes: limits.outputBytes,
    signal: context.signal,
    onEvent,
  })
  const exit = exitOf(ran)
  const words = exit.isAsked ? '' : wordsOf(ran)
  if (words !== '') teller.write({ stream: 'stderr', bytes: Buffer.from(words) })
  const { invalidUtf8 } = teller.end()
  const error = exit.code === 0 || ran.error === undefined ? undefined : errorOf(execution, ran.error, words)
  const end = {
    endedBy: ran.endedBy,
    exitCode: ran.endedBy === 'exit' ? exit.code : null,
    signal: null,
    durationMs: ran.durationMs,
    invalidUtf8,
    ...(error && { error }),
  }
  return { end, ...printed, isWhole: true }
}

/** Code may ask to exit: the interpreter goes on, but as a program it has ended so. */
function exitOf({ status, error }: KernelExecution): { code: number; isAsked: boolean } {
  if (status === 'ok') return { code: 0, isAsked: false }
  const asked =
    error?.name === 'SystemExit' ? /^the code asked to exit with (\d+|None|True|False)/.exec(error.value) : null
  return asked ? { code: Number(asked[1]) || 0, isAsked: true } : { code: 1, isAsked: false }
}

function wordsOf({ error }: KernelExecution): string {
  if (!error) return ''
  const lines = error.traceback.length > 0 ? error.traceback : [`${error.name}: ${error.value}`]
  return `${lines.join('\n')}\n`
}

/** As the language reads its own words, where those of the interpreter are the same. */
function errorOf({ language, code }: Execution, error: NonNullable<KernelExecution['error']>, words: string) {
  const stderr = words.replace(PROGRAM_OF_CELL, `File "/workspace/${language.fileName}"`)
  const read = language.errorOf({ stderr, code, exitCode: 1 })
  if (read) return read
  const { name, value, line, column } = error
  return { type: name, message: value, ...(line && { line }), ...(column && { column }) }
}
