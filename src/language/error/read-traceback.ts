import type { ProgramError } from '../../contract/diagnosis.ts'
import type { ReadError } from '../language.ts'
import { hintIn } from './hint-in.ts'
import { isInFString, placeOfFrame } from './traceback-place.ts'
import { readTracebacks, type Traceback } from './traceback-sections.ts'
import { withExpression } from './with-expression.ts'

/** Exit codes of Python after an uncaught exception; 130 is an interrupt. */
const UNCAUGHT = [1, 130, null, undefined]
const FATAL = /^Fatal Python error: (.*)$/
const FATAL_FRAME = /^ {2}File "\/workspace\/main\.py", line (\d+) in /

/** Reads the exception that ended a Python program from its stderr; undefined when it ended otherwise. */
export const readTraceback: ReadError = ({ stderr, code, exitCode }) => {
  const lines = stderr.split('\n')
  // Python ends a line at a carriage return too.
  const source = code.split(/\r\n?|\n/)
  const fatal = readFatal(lines)
  if (fatal) return fatal
  if (!UNCAUGHT.includes(exitCode)) return undefined
  const told = readTracebacks(lines).filter((traceback) => fits(traceback, source))
  // An exception in a thread does not end the program, but it is the best answer when there is no other.
  const last =
    told.findLast(({ endedIn }) => endedIn === 'program') ?? told.findLast(({ endedIn }) => endedIn === 'thread')
  return last && withExpression(errorOf(last, source), code)
}

/** A program may print anything that looks like a traceback: a real one shows the lines of this very program. */
function fits({ frames }: Traceback, source: string[]): boolean {
  const own = frames.filter(({ isProgram }) => isProgram)
  return own.every(({ line, shown }) => {
    // Python shows a line up to the first NUL in it.
    const text = source[line - 1]?.split('\0', 1)[0]
    if (text === undefined || shown === undefined) return text !== undefined
    return shown.trim() === text.trim() || isInFString(shown, text)
  })
}

function errorOf({ type, message, frames }: Traceback, source: string[]): ProgramError {
  const own = frames.findLast(({ isProgram }) => isProgram)
  const innermost = frames.at(-1)
  const place = own && placeOfFrame(own, source)
  const isElsewhere = innermost !== undefined && !innermost.isProgram
  const hint = hintIn(message)
  return { type, message, ...place, ...(isElsewhere && { file: innermost.file }), ...(hint && { hint }) }
}

/** The interpreter itself crashed: its report has the most recent call first. */
function readFatal(lines: string[]): ProgramError | undefined {
  const at = lines.findIndex((line) => FATAL.test(line))
  if (at === -1) return undefined
  const message = FATAL.exec(lines[at] ?? '')?.[1] ?? ''
  const frame = lines.slice(at).find((line) => FATAL_FRAME.test(line))
  const line = Number(FATAL_FRAME.exec(frame ?? '')?.[1])
  return { type: 'FatalError', message, ...(line && { line }) }
}
