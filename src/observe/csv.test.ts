import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LogLine } from '../contract/api.ts'
import { csvOf, csvPieces } from './csv.ts'

const line = (message: string): LogLine => ({
  at: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  level: 'warn',
  event: 'run.end',
  runId: 'run1',
  userId: 'ada',
  message,
})

/** RFC 4180, strictly: rows end with CRLF, quotes are doubled inside quotes, anything else is an error. */
function parseCsv(text: string): string[][] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  const rows: string[][] = [[]]
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const found = cell.exec(text)
    if (!found) throw new Error(`not a cell at ${at}: ${text.slice(at, at + 40)}`)
    rows.at(-1)?.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

describe('the log as CSV', () => {
  it('names its columns and writes dates as ISO text', () => {
    expect(parseCsv(csvOf([line('all well')]))).toEqual([
      ['at', 'level', 'event', 'runId', 'userId', 'message'],
      ['2026-01-02T03:04:05.006Z', 'warn', 'run.end', 'run1', 'ada', 'all well'],
    ])
    expect(csvOf([])).toBe('at,level,event,runId,userId,message\r\n')
  })

  it('comes back from a reader unchanged, whatever programs printed into it', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('"', '""', ',', '\r\n', '\n', '\r', '=', "'", '\t'),
    )
    fc.assert(
      fc.property(fc.array(fc.array(piece).map((pieces) => pieces.join(''))), (messages) => {
        const read = parseCsv(csvOf(messages.map(line))).slice(1)
        expect(read.map((row) => row.at(-1))).toEqual(messages.map(disarmed))
        for (const row of read) expect(row.length).toBe(6)
      }),
    )
  })

  it('attack: a hundred thousand lines come in pieces, none of them long', () => {
    const lines = Array.from({ length: 100_000 }, (_, n) => line(`line ${n}`))
    const pieces = [...csvPieces(lines)]
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(100_000)
    expect(parseCsv(pieces.join('')).length).toBe(100_001)
  })

  it('holds no cell that a spreadsheet would take for a formula', () => {
    for (const start of ['=', '+', '-', '@', '\t', '\r']) {
      const cell = parseCsv(csvOf([line(`${start}cmd|' /C calc'!A0`)]))[1]?.at(-1)
      expect(cell).toBe(`'${start}cmd|' /C calc'!A0`)
    }
  })
})

const disarmed = (message: string): string => (/^[=+\-@\t\r]/.test(message) ? `'${message}` : message)
