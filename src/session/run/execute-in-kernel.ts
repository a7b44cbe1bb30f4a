import { EngineError } from '../../contract/errors.ts'
import type { ExecutionEnd } from '../../contract/run.ts'
import type { Execution as KernelExecution } from '../../kernel/kernel.ts'
import type { KernelEvent } from '../../kernel/kernel-event.ts'
import { createOutputTeller, type PieceMask } from '../../pipeline/execute/output-teller.ts'
import type { Executed, Execution } from '../../pipeline/execution.ts'
import type { StageContext } from '../../pipeline/stage.ts'
import type { LoadedSession } from '../loaded-session.ts'

type Ran = Omit<Executed, 'end'> & { end: Omit<ExecutionEnd, 'waitMs' | 'sandbox'> }

/** Matches the name of a cell in a traceback; a program outside of sessions has a path there. */
const PROGRAM_OF_CELL = /File "<cell \d+>"/g
/** Begins the complaints of a living shell; a script outside of sessions has its name there. */
const SHELL_OF_CELL = /^(?:bash|environment): (?:eval: )?(?=line \d+: )/gm

/** A program waits for everything it has started; but code that starts something permanent is not held up for ever. */
const WAIT_MS = 5000

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
    waitMs: WAIT_MS,
    onEvent,
  })
  const words = wordsOf(ran)
  // A plain exit prints no message.
  const isSilent = ran.hasExited || ran.exitCode === 0 || isPrinted(ran.error, printed.stderr)
  if (words !== '' && !isSilent) teller.write({ stream: 'stderr', bytes: Buffer.from(words) })
  const { invalidUtf8 } = teller.end()
  const error =
    ran.exitCode === 0
      ? undefined
      : errorOf(execution, ran, {
          words: isPrinted(ran.error, printed.stderr) ? printed.stderr : words || printed.stderr,
          printed: printed.stderr,
        })
  const end = { ...endOf(ran), durationMs: ran.durationMs, invalidUtf8, ...(error && { error }) }
  return { end, ...printed, isWhole: true }
}

/** The end of the program, whatever became of its interpreter. */
function endOf({ endedBy, exitCode, signal, stateLost }: KernelExecution) {
  // The interpreter ended by itself, like a program; only when the sandbox ended too is the reason unknown.
  const hasEnded = endedBy === 'killed' && stateLost && (exitCode !== null || signal !== null)
  const by = hasEnded ? 'exit' : endedBy
  return by === 'timeout' || by === 'output' || by === 'cancelled'
    ? { endedBy: by, exitCode: null, signal: null }
    : { endedBy: by, exitCode, signal }
}

function wordsOf({ error }: KernelExecution): string {
  if (!error) return ''
  const lines = error.traceback.length > 0 ? error.traceback : [`${error.name}: ${error.value}`]
  return `${lines.join('\n')}\n`
}

/** Whether the interpreter itself has said all that is known of the error, as a shell does. */
const isPrinted = (error: KernelExecution['error'], stderr: string): boolean =>
  error !== undefined && error.traceback.length > 0 && error.traceback.every((line) => stderr.includes(line))

/** Reads the error as the language does, where the interpreter prints the same text; a shell knows no more than a status of what its commands said. */
function errorOf(
  { language, code }: Execution,
  { error, exitCode }: KernelExecution,
  { words, printed }: { words: string; printed: string },
) {
  const { fileName } = language
  const reading = (text: string) => {
    const stderr = text
      .replace(PROGRAM_OF_CELL, `File "/workspace/${fileName}"`)
      .replace(SHELL_OF_CELL, `${fileName}: `)
    return language.errorOf({ stderr, code, exitCode: exitCode ?? 1 })
  }
  const read = reading((error && language.inWords?.(error)) ?? words) ?? (language.goesOn && reading(printed))
  if (read || !error) return read || undefined
  const { name, value, line, column } = error
  return { type: name, message: value, ...(line && { line }), ...(column && { column }) }
}
