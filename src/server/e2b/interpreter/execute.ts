import { setTimeout as delay } from 'node:timers/promises'
import { EngineError } from '../../../contract/errors.ts'
import type { LiveMachine } from '../../../engine.ts'
import { whenClosed } from '../../http/when-closed.ts'
import type { Visit } from '../visit.ts'
import { abandon, interruptAbandoned } from './abandoned-code.ts'
import { type ExecuteRequest, executeRequest, MOST_CODE_BYTES, readRequest } from './interpreter-request.ts'
import { type LineStream, openLineStream } from './line-stream.ts'
import { END_LINE, type InterpreterError, lineOfError, linesOf, type OutputEvent } from './output-line.ts'

type Execution = Awaited<ReturnType<LiveMachine['interpreters']['execute']>>

/** When an interpreter dies with its machine, the connection is cut a moment later, and that cut is the report. */
const CUT_COMES_WITHIN_MS = 50

/** Sends one line of JSON for each event of the code, as it happens; a reader who leaves interrupts the code. */
export async function execute({ request, response, machine }: Visit): Promise<void> {
  const left = new AbortController()
  whenClosed(response, () => (machine.cut.aborted ? abandon(machine.interpreters, left) : left.abort()))
  const asked = await readRequest(request, executeRequest, MOST_CODE_BYTES)
  if (asked.context_id && asked.language) {
    response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' })
    return void response.end('Only one of context_id or language can be provided')
  }
  interruptAbandoned(machine.interpreters)
  const lines = openLineStream(response)
  try {
    const execution = await run({ machine, asked, lines, signal: left.signal })
    const error = await errorOf(execution, machine.cut)
    lines.end(error ? lineOfError(error) + END_LINE : END_LINE)
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    if (!response.headersSent && error.code !== 'APPROVAL_DENIED') throw error
    lines.end(lineOfError({ name: error.code, value: error.message, traceback: [error.hint] }) + END_LINE)
  } finally {
    lines.stop()
  }
}

interface Run {
  machine: LiveMachine
  asked: ExecuteRequest
  lines: LineStream
  signal: AbortSignal
}

function run({ machine, asked, lines, signal }: Run): Promise<Execution> {
  const { code, context_id: contextId, language, env_vars: env } = asked
  const wanted = { code, ...(contextId && { contextId }), ...(language && { language }) }
  return machine.interpreters.execute(wanted, {
    signal,
    keepsOutput: false,
    showsAll: true,
    ...(env && { env }),
    onBegin: (execution_count) =>
      void lines.write(`{"type":"number_of_executions","execution_count":${execution_count}}\n`),
    onEvent: (event) => (isOutput(event) ? lines.write(linesOf(event, language ?? undefined)) : undefined),
  })
}

/** An error is sent at the end, once it is known whether the interpreter lives. */
const isOutput = (event: { type: string }): event is OutputEvent => event.type !== 'error' && event.type !== 'done'

async function errorOf(
  { status, endedBy, stateLost, error }: Execution,
  cut: AbortSignal,
): Promise<InterpreterError | undefined> {
  const hasDied = status === 'error' && stateLost && endedBy !== 'exit'
  if (!hasDied) return error
  await delay(CUT_COMES_WITHIN_MS, undefined, { signal: cut }).catch(() => {})
  const value = 'Connection to the execution was closed before the execution was finished'
  return { name: 'UnexpectedEndOfExecution', value, traceback: error ? [error.value, ...error.traceback] : [] }
}
