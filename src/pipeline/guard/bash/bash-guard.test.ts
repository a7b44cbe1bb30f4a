import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectWithin } from '../../../../test/support/expect-within.ts'
import { SEVERITIES, type Severity } from '../../../contract/finding.ts'
import { bashGuard } from './bash-guard.ts'
import { executionSamples } from './sample/execution.fixture.ts'
import { fileSamples } from './sample/files.fixture.ts'
import { networkSamples } from './sample/network.fixture.ts'
import { resourceSamples } from './sample/resources.fixture.ts'
import { systemSamples } from './sample/system.fixture.ts'

const samples = [...fileSamples, ...executionSamples, ...networkSamples, ...systemSamples, ...resourceSamples]

interface Found {
  rule: string
  severity: Severity
  text: string
  start: number
  end: number
}

function findingsOf(source: string): Found[] {
  const { program } = bashGuard.read(source, 'bash')
  return bashGuard.rules.flatMap(({ id, severity, find }) =>
    [...find(program)].map((spot) => ({
      rule: id,
      severity: spot.severity ?? severity,
      text: source.slice(spot.start, spot.end),
      start: spot.start,
      end: spot.end,
    })),
  )
}

const isAtLeast = ({ severity }: Found, least: Severity) => SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least)

describe('the guard for Bash', () => {
  it.each(samples)('finds $rule in $dangerous', ({ rule, dangerous, found, severity }) => {
    expect(findingsOf(dangerous)).toContainEqual(expect.objectContaining({ rule, text: found, severity }))
  })

  it.each(samples)('finds $rule behind $evasion', ({ rule, evasion }) => {
    expect(findingsOf(evasion).map((finding) => finding.rule)).toContain(rule)
  })

  it.each(samples)('lets $harmless pass', ({ rule, harmless, severity }) => {
    const findings = findingsOf(harmless)
    expect(findings.filter((finding) => isAtLeast(finding, 'high'))).toEqual([])
    expect(findings.filter((finding) => finding.rule === rule && isAtLeast(finding, severity))).toEqual([])
  })

  it('has a sample for every rule', () => {
    const sampled = new Set(samples.map(({ rule }) => rule))
    expect(bashGuard.rules.map(({ id }) => id).filter((id) => !sampled.has(id))).toEqual([])
  })

  it('gives the finding of a rule, its reason and its remedy, once for each', () => {
    for (const { id, title, why, remedy } of bashGuard.rules) {
      expect(id).toMatch(/^bash\/[a-z-]+$/)
      expect(
        [title, why, remedy].every((text) => text.length > 10),
        id,
      ).toBe(true)
      expect(title.endsWith('.'), id).toBe(false)
    }
    expect(new Set(bashGuard.rules.map(({ id }) => id)).size).toBe(bashGuard.rules.length)
  })

  it('reads any text, and points only into it', () => {
    const pieces = samples.flatMap(({ dangerous, evasion }) => [dangerous, evasion])
    const mixed = fc.array(fc.oneof(fc.constantFrom(...pieces, ...MARKS), fc.string({ maxLength: 8 })), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(mixed, (parts) => {
        const source = parts.join('')
        for (const found of findingsOf(source)) expectWithin(source, found)
      }),
      { numRuns: 300 },
    )
  })
})

const MARKS = [
  '$(',
  '`',
  '"',
  "'",
  '\\',
  '${',
  '}',
  '<<X\n',
  '\nX\n',
  ' | ',
  ' && ',
  '\n',
  '{',
  ')',
  '$((',
  'eval ',
  'sh -c ',
  '\0',
]
