import type { ProgramError } from '../../contract/diagnosis.ts'
import type { EventOf } from '../../contract/event.ts'
import { endingOf } from '../ending.ts'
import { codeFrame } from './code-frame.ts'
import { createPaint, type Screen } from './screen.ts'
import { visibleLines, visibleText } from './visible-text.ts'

export interface Failed {
  end: Pick<EventOf<'attempt.end'>, 'endedBy' | 'exitCode' | 'signal' | 'durationMs' | 'error'>
  code: string
  /** The file of the code, and the number of its lines above the code. */
  source?: { path: string; linesAbove: number } | undefined
}

const MOST_MESSAGE_LINES = 12

/**
 * The failure of an attempt: the error, the place in the code, the reason of the end and the advice. Empty when it did
 * not fail, and when the end of the run says more: cancelled, or never started. A shell may complain and end well: that has a mark of its own.
 */
export function failedAttemptLines({ end, code, source }: Failed, screen: Screen): string[] {
  const ending = endingOf(end)
  const { error } = end
  if (!(ending || error) || end.endedBy === 'cancelled' || wasNeverStarted(end)) return []
  const paint = createPaint(screen)
  const place = error ? placeOf(error, source) : undefined
  const mark = ending ? paint('red', '✖') : paint('yellow', '⚠')
  return [
    ...(error
      ? errorLines(error).map((line, index) => (index === 0 ? `${mark} ${paint('bold', line)}` : `  ${line}`))
      : []),
    ...(place ? [paint('dim', `  at ${place}`)] : []),
    ...(error?.line ? codeFrame(code, { line: error.line, column: error.column, width: screen.columns, paint }) : []),
    ...(end.endedBy === 'exit' || !ending ? [] : [`${mark} ${ending.what}`]),
    ...(ending?.hint ? [paint('dim', `  ${ending.hint}`)] : []),
  ]
}

const wasNeverStarted = ({ endedBy, signal }: Failed['end']) => endedBy === 'killed' && signal === null

function errorLines({ type, message }: ProgramError): string[] {
  const lines = visibleLines(message)
  const [first = '', ...others] = lines.slice(0, MOST_MESSAGE_LINES)
  const more = lines.length > MOST_MESSAGE_LINES ? [`… ${lines.length - MOST_MESSAGE_LINES} more lines`] : []
  return [first ? `${visibleText(type)}: ${first}` : visibleText(type), ...others, ...more]
}

/** `file:line:column`, which editors and terminals turn into a link. Columns in an answer depend on its indentation. */
function placeOf(error: ProgramError, source: Failed['source']): string | undefined {
  if (!source || error.line === undefined) return undefined
  const line = `${visibleText(source.path)}:${error.line + source.linesAbove}`
  return error.column !== undefined && source.linesAbove === 0 ? `${line}:${error.column}` : line
}
