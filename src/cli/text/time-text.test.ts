import { describe, expect, it } from 'vitest'
import { ageText, durationText, elapsedText, momentText } from './time-text.ts'

describe('time for people', () => {
  it.each([
    [0.4, '0 ms'],
    [34.4, '34 ms'],
    [999.4, '999 ms'],
    [999.6, '1 s'],
    [2003, '2 s'],
    [2149, '2.1 s'],
    [9960, '10 s'],
    [59_700, '1 min 0 s'],
    [185_000, '3 min 5 s'],
    [3_725_000, '1 h 2 min'],
  ])('%d ms is "%s"', (durationMs, text) => {
    expect(durationText(durationMs)).toBe(text)
  })

  it('counts a running clock without jumps in width', () => {
    expect([elapsedText(0), elapsedText(2049), elapsedText(61_500)]).toEqual(['0.0 s', '2.0 s', '1 min 1 s'])
  })

  it.each([
    [0, 'just now'],
    [7000, '7 s ago'],
    [200_000, '3 min ago'],
    [86_400_000, '24 h ago'],
    [3 * 86_400_000, '3 days ago'],
  ])('%d ms back is "%s"', (age, text) => {
    expect(ageText(1_000_000_000_000 - age, 1_000_000_000_000)).toBe(text)
  })

  it('gives moments in the reader’s time zone', () => {
    const local = new Date(2026, 0, 2, 3, 4, 5).getTime()
    expect([momentText(local), momentText(local, 'second')]).toEqual(['2026-01-02 03:04', '2026-01-02 03:04:05'])
  })
})
