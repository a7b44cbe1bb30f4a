import type { ProgramError } from '../../contract/diagnosis.ts'
import type { ReadError } from '../language.ts'
import { findUncaught, type Uncaught } from './uncaught-section.ts'
import { lineOf, withExpression } from './with-expression.ts'

const FRAME = /^ +at (?:.*[( ])?((?:file:\/\/)?[^\s():]*(?::[^\s():]*)?):(\d+):(\d+)\)?(?: \{)?,?$/
const OUT_OF_HEAP = /^FATAL ERROR: (.*JavaScript heap out of memory.*)$/m
const UNSETTLED = /^Warning: (Detected unsettled top-level await) at (?:file:\/\/)?\/workspace\/[\w.]+:(\d+)$/m

/** Exit codes that Node itself chooses; any other code is the program's own. */
const UNCAUGHT = [1, 5, 6, 7, 13, 134, null, undefined]

/** Node prints the place (`file:line`, the line, marks), then the error (`Type: message`), then the stack. */
export function uncaughtIn(fileName: string): ReadError {
  const program = `/workspace/${fileName}`
  return ({ stderr, code, exitCode }) => {
    if (!UNCAUGHT.includes(exitCode)) return undefined
    const uncaught = findUncaught(stderr.split('\n'))
    if (!uncaught) return readEnding(stderr)
    const error = errorOf(uncaught, program, code)
    return error && withExpression(error, code)
  }
}

/** Endings of Node that are no error of the program's own: memory ran out, or an `await` never settled. */
function readEnding(stderr: string): ProgramError | undefined {
  const heap = OUT_OF_HEAP.exec(stderr)?.[1]
  if (heap !== undefined) return { type: 'OutOfMemory', message: heap }
  const [, message, line] = UNSETTLED.exec(stderr) ?? []
  return message === undefined ? undefined : { type: 'UnsettledAwait', message, line: Number(line) }
}

function errorOf(uncaught: Uncaught, program: string, code: string): ProgramError | undefined {
  const { type, message, place } = uncaught
  const frames = framesIn(uncaught.stack)
  const own = frames.find(({ file }) => file === program)
  const isHere = place?.file === program
  if (!fits(uncaught, isHere, code) || (own && !exists(own, code))) return undefined
  // An error without a place was not printed by Node; without a line of the program either, it may be any text.
  if (!place && !own) return undefined
  const elsewhere = elsewhereOf(frames[0]?.file ?? place?.file, program)
  const error = { type, message, ...(elsewhere && { file: elsewhere }) }
  // Node marks `throw` where it stands, an error where it was made, and a syntax error by the marks alone.
  if (own) return { ...error, line: own.line, column: own.column, ...endOfMarks(place, own) }
  if (place && isHere) return { ...error, line: place.line, ...marksOf(place) }
  const line = lineOfImport(message, code)
  return line === undefined ? error : { ...error, line }
}

function framesIn(stack: string[]): { file: string; line: number; column: number }[] {
  return stack.flatMap((text) => {
    const [, file = '', line, column] = FRAME.exec(text) ?? []
    return line === undefined ? [] : [{ file: file.replace('file://', ''), line: Number(line), column: Number(column) }]
  })
}

/** A program may print anything: a report by Node shows a line of this very program. */
function fits({ place }: Uncaught, isHere: boolean, code: string): boolean {
  if (!place || !isHere) return true
  // A line of TypeScript may look different once its types are stripped.
  if (place.file.endsWith('.ts')) return place.line <= code.split('\n').length
  const shown = place.shown.at(-1)?.trim() ?? ''
  const text = lineOf(code, place.line).trim()
  return shown === '' ? text === '' : text.startsWith(shown)
}

const exists = ({ line, column }: { line: number; column: number }, code: string): boolean =>
  column <= lineOf(code, line).length + 1

const isInternal = (file: string): boolean => /^(?:node:|<)/.test(file) || file.startsWith('/tmp/anneal/')

function elsewhereOf(file: string | undefined, program: string): string | undefined {
  return file === undefined || file === '' || file === program || isInternal(file) ? undefined : file
}

function marksOf({ marker }: NonNullable<Uncaught['place']>): Pick<ProgramError, 'column' | 'endColumn'> {
  if (marker === undefined) return {}
  const [column, endColumn] = [marker.indexOf('^') + 1, marker.trimEnd().length + 1]
  return endColumn - column > 1 ? { column, endColumn } : { column }
}

function endOfMarks(place: Uncaught['place'], own: { line: number; column: number }): { endColumn?: number } {
  const { column, endColumn } = place?.line === own.line ? marksOf(place) : {}
  return column === own.column && endColumn !== undefined ? { endColumn } : {}
}

/** Node reports a missing module without the place of its import. */
function lineOfImport(message: string, code: string): number | undefined {
  const [, name] = /^Cannot find (?:package|module) '(?:\/workspace\/)?([^'\n]+)' imported from /.exec(message) ?? []
  if (name === undefined) return undefined
  const at = code.split('\n').findIndex((line) => /\b(?:import|from|require)\b/.test(line) && line.includes(name))
  return at === -1 ? undefined : at + 1
}
