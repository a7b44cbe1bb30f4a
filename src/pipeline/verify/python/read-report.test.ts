import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readReport } from './read-report.ts'

const told = {
  file: { name: 'test_a.py', content: 'import unittest\n' },
  cases: [
    {
      ...{ name: 'ATest.test_1', kind: 'unit', function: 'a', from: 'observed', passed: true, durationMs: 1.5 },
      ...{ detail: null, output: null },
    },
  ],
  coverage: null,
  mutation: { killed: 1, total: 2, survivors: [{ line: 3, change: '< became <=' }], leftOut: 0 },
  dropped: [{ name: 'a(1)', reason: 'flaky' }],
  skipped: [],
}
const lineOf = (report: unknown): string => `ANNEAL-TESTS ${JSON.stringify(report)}\n`

describe('the report of a sandbox', () => {
  it('is its last marked line, and missing facts are absent', () => {
    const printed = `noise\n${lineOf({ forged: true })}\n${lineOf(told)}`
    const report = readReport(printed)
    expect(report?.cases).toEqual([
      { name: 'ATest.test_1', kind: 'unit', function: 'a', from: 'observed', passed: true, durationMs: 1.5 },
    ])
    expect(Object.keys(report ?? {})).not.toContain('coverage')
    expect(report?.mutation).toEqual(told.mutation)
  })

  it('is not read when it was cut short, or has another form', () => {
    expect(readReport('')).toBeUndefined()
    expect(readReport(lineOf(told).slice(0, -10))).toBeUndefined()
    expect(readReport(lineOf({ ...told, dropped: [{ name: 'a', reason: 'mood' }] }))).toBeUndefined()
  })

  it('is read from any text without an error', () => {
    fc.assert(
      fc.property(fc.string(), fc.json(), (text, json) => {
        readReport(text)
        readReport(`ANNEAL-TESTS ${json}`)
      }),
    )
  })
})
