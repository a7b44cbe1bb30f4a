import type { LogLine } from '../contract/api.ts'

const COLUMNS = ['at', 'level', 'event', 'runId', 'userId', 'message'] as const

/** This many lines take a millisecond or two. */
const LINES_AT_ONCE = 1000

/** RFC 4180 with dates as ISO text; in pieces, since there may be a hundred thousand lines. */
export function* csvPieces(lines: readonly LogLine[]): Generator<string> {
  yield rowOf(COLUMNS)
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
    const some = lines.slice(at, at + LINES_AT_ONCE)
    yield some.map((line) => rowOf(COLUMNS.map((name) => cell(name === 'at' ? isoOf(line.at) : line[name])))).join('')
  }
}

const rowOf = (cells: readonly string[]) => `${cells.join(',')}\r\n`

const isoOf = (at: number) => new Date(at).toISOString()

/**
 * Spreadsheets run a cell that starts like a formula; messages quote the output of programs, so such cells are
 * disarmed.
 */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The lines as one text in CSV. */
export const csvOf = (lines: readonly LogLine[]): string => [...csvPieces(lines)].join('')
