import type { LogLine } from '../contract/api.ts'

const COLUMNS = ['at', 'level', 'event', 'runId', 'userId', 'message'] as const

/** RFC 4180, dates as ISO text. */
export function csvOf(lines: LogLine[]): string {
  const rows = lines.map((line) => COLUMNS.map((column) => cell(column === 'at' ? isoOf(line.at) : line[column])))
  return [COLUMNS, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

const isoOf = (at: number) => new Date(at).toISOString()

/** A cell that starts like a formula is run by spreadsheets; messages quote what programs print, so they are disarmed. */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
