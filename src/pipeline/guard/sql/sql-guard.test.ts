import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectWithin } from '../../../../test/support/expect-within.ts'
import { SEVERITIES, type Severity } from '../../../contract/finding.ts'
import { statementSamples as samples } from './sample/statements.fixture.ts'
import { sqlGuard } from './sql-guard.ts'

function findingsOf(source: string, language: string) {
  const { program } = sqlGuard.read(source, language)
  return sqlGuard.rules.flatMap(({ id, severity, find }) =>
    [...find(program)].map((spot) => ({
      rule: id,
      severity: spot.severity ?? severity,
      text: source.slice(spot.start, spot.end),
      start: spot.start,
      end: spot.end,
    })),
  )
}

const isAtLeast = ({ severity }: { severity: Severity }, least: Severity) =>
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least)

describe('the guard for SQL', () => {
  it.each(samples)('finds $rule in $dangerous', ({ rule, language, dangerous, severity }) => {
    const [found] = findingsOf(`SELECT 1;\n${dangerous};`, language).filter((finding) => finding.rule === rule)
    expect(found).toMatchObject({ rule, severity })
    expect(dangerous).toContain(found?.text)
  })

  it.each(samples)('finds $rule behind $evasion', ({ rule, language, evasion }) => {
    expect(findingsOf(evasion, language).map((finding) => finding.rule)).toContain(rule)
  })

  it.each(samples)('lets $harmless pass', ({ rule, language, harmless, severity }) => {
    const findings = findingsOf(harmless, language)
    expect(findings.filter((finding) => isAtLeast(finding, 'high'))).toEqual([])
    expect(findings.filter((finding) => finding.rule === rule && isAtLeast(finding, severity))).toEqual([])
  })

  it('has a sample for every rule', () => {
    const sampled = new Set(samples.map(({ rule }) => rule))
    expect(sqlGuard.rules.map(({ id }) => id).filter((id) => !sampled.has(id))).toEqual([])
  })

  it('points at a statement inside of the body of a block', () => {
    const source = 'DO $$\nBEGIN\n  PERFORM 1;\n  DROP TABLE users;\nEND $$;'
    const found = findingsOf(source, 'postgres').find(({ rule }) => rule === 'sql/drop-table')
    expect(found?.text).toBe('DROP TABLE users')
  })

  it('reads any text, and points only into it', () => {
    const pieces = samples.flatMap(({ dangerous, evasion }) => [dangerous, evasion])
    const marks = ['$$', "'", '"', ';', '/*', '*/', '--', '\n', '(', ')', 'create trigger t begin ', '$a$']
    const mixed = fc.array(fc.oneof(fc.constantFrom(...pieces, ...marks), fc.string({ maxLength: 8 })), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(mixed, fc.constantFrom('sql', 'postgres', 'duckdb'), (parts, language) => {
        const source = parts.join('')
        for (const found of findingsOf(source, language)) expectWithin(source, found)
      }),
      { numRuns: 300 },
    )
  })
})
