import type { LiveMachine } from '../../../engine.ts'
import { resultOf } from './result.ts'

type Listener = NonNullable<Parameters<LiveMachine['interpreters']['execute']>[1]['onEvent']>
type InterpreterEvent = Parameters<Listener>[0]

export type OutputEvent = Exclude<InterpreterEvent, { type: 'error' | 'done' }>

export interface InterpreterError {
  name: string
  value: string
  traceback: string[]
}

export const END_LINE = '{"type":"end_of_execution"}\n'

/** Output and shown values of code, in the form that E2B's SDKs read. */
function lineOf(event: OutputEvent): string {
  const said =
    event.type === 'stdout' || event.type === 'stderr'
      ? { type: event.type, text: event.text, timestamp: new Date().toISOString() }
      : { type: 'result', ...resultOf(event.data), is_main_result: event.type === 'result' }
  return `${JSON.stringify(said)}\n`
}

/** E2B sends the line end of Java's output as a separate piece. */
export function linesOf(event: OutputEvent, language: string | undefined): string {
  const isText = event.type === 'stdout' || event.type === 'stderr'
  if (!isText || language !== 'java' || event.text.length < 2 || !event.text.endsWith('\n')) return lineOf(event)
  return lineOf({ ...event, text: event.text.slice(0, -1) }) + lineOf({ ...event, text: '\n' })
}

export function lineOfError({ name, value, traceback }: InterpreterError): string {
  return `${JSON.stringify({ type: 'error', name, value, traceback: traceback.join('\n') })}\n`
}
