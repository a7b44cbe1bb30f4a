import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SEVERITIES } from '../../contract/finding.ts'
import type { GuardReport, JudgedFinding } from '../../contract/guard.ts'
import { sarifOf } from './sarif.ts'
import { sarifLog } from './sarif-log.fixture.ts'

const finding: JudgedFinding = {
  rule: 'python/yaml-load',
  family: 'deserialisation',
  severity: 'high',
  ...{ line: 3, column: 5, endLine: 3, endColumn: 20 },
  message: 'yaml.load makes objects of any class',
  why: 'A document can run code.',
  remedy: 'Use yaml.safe_load.',
  cwe: [502, 20],
  from: 'rules',
  fix: { title: 'Use safe_load', edits: [{ start: 40, end: 44, text: 'safe_load' }], diff: '' },
  action: 'warn',
}
const reportWith = (findings: JudgedFinding[]): GuardReport => ({
  language: 'python',
  findings,
  score: 0.5,
  safe: true,
  partial: false,
})

describe('findings as SARIF', () => {
  it('follow the specification, with rules, regions, levels and fixes', () => {
    const second: JudgedFinding = { ...finding, rule: 'text/jwt', severity: 'info', cwe: [] }
    const { runs } = sarifLog.parse(sarifOf(reportWith([finding, second, finding]), { path: 'src/a.py' }))
    const [run] = runs
    expect(run?.tool.driver.rules.map(({ id, helpUri }) => [id, helpUri])).toEqual([
      ['python/yaml-load', 'https://cwe.mitre.org/data/definitions/502.html'],
      ['text/jwt', undefined],
    ])
    expect(run?.results.map(({ ruleIndex, level }) => [ruleIndex, level])).toEqual([
      [0, 'error'],
      [1, 'note'],
      [0, 'error'],
    ])
    expect(run?.results[0]?.locations[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: 'src/a.py' },
      region: { startLine: 3, startColumn: 5, endLine: 3, endColumn: 20 },
    })
    expect(run?.results[0]?.fixes?.[0]?.artifactChanges[0]?.replacements).toEqual([
      { deletedRegion: { charOffset: 40, charLength: 4 }, insertedContent: { text: 'safe_load' } },
    ])
  })

  it('name files by relative URIs', () => {
    const uri = (path: string) =>
      sarifOf(reportWith([finding]), { path }).runs[0]?.results[0]?.locations[0]?.physicalLocation.artifactLocation.uri
    expect(uri('-')).toBe('stdin')
    expect(uri('my file#1?.py')).toBe('my%20file%231%3F.py')
    expect(uri('/srv/über.py')).toBe('file:///srv/%C3%BCber.py')
  })

  it('follow the standard, whatever they are', () => {
    const some = fc.record({
      severity: fc.constantFrom(...SEVERITIES),
      message: fc.string({ minLength: 1 }),
      cwe: fc.array(fc.nat(2000), { maxLength: 3 }),
      rule: fc.constantFrom('python/a', 'text/b', 'custom/c'),
      line: fc.integer({ min: 1, max: 90 }),
      endLine: fc.integer({ min: 91, max: 99 }),
    })
    const path = fc.string({ minLength: 1, unit: 'grapheme' })
    fc.assert(
      fc.property(fc.array(some), path, (rows, name) => {
        sarifLog.parse(sarifOf(reportWith(rows.map((row) => ({ ...finding, ...row }))), { path: name }))
      }),
    )
  })
})
