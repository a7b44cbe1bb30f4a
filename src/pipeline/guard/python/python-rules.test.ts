import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SEVERITIES, type Severity } from '../../../contract/finding.ts'
import { pythonGuard } from './python-guard.ts'
import { cryptographySamples } from './samples/cryptography.fixture.ts'
import { dataSamples } from './samples/data.fixture.ts'
import { executionSamples } from './samples/execution.fixture.ts'
import { fileSamples } from './samples/file.fixture.ts'
import { hostileSamples } from './samples/hostile.fixture.ts'
import { indirectSamples } from './samples/indirect.fixture.ts'
import { networkSamples } from './samples/network.fixture.ts'
import { resourceSamples } from './samples/resource.fixture.ts'
import { responseSamples } from './samples/response.fixture.ts'
import { roundaboutSamples } from './samples/roundabout.fixture.ts'
import { ruffSamples } from './samples/ruff.fixture.ts'
import { transportSamples } from './samples/transport.fixture.ts'
import { weaknessSamples } from './samples/weakness.fixture.ts'

const SAMPLES = [
  ...executionSamples,
  ...dataSamples,
  ...fileSamples,
  ...hostileSamples,
  ...networkSamples,
  ...cryptographySamples,
  ...resourceSamples,
  ...indirectSamples,
  ...roundaboutSamples,
  ...ruffSamples,
  ...responseSamples,
  ...transportSamples,
  ...weaknessSamples,
]

interface Found {
  rule: string
  severity: Severity
  text: string
}

function findingsIn(code: string): Found[] {
  const { program } = pythonGuard.read(code, 'python')
  return pythonGuard.rules.flatMap((rule) =>
    [...rule.find(program)].map(({ start, end, severity }) => ({
      rule: rule.id,
      severity: severity ?? rule.severity,
      text: code.slice(start, end),
    })),
  )
}

const isGrave = ({ severity }: Pick<Found, 'severity'>): boolean =>
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf('high')

describe('the rules for Python', () => {
  it('are all shown at work', () => {
    const shown = SAMPLES.map(({ rule }) => rule)
    expect(pythonGuard.rules.map(({ id }) => id).filter((id) => !shown.includes(id))).toEqual([])
    expect(shown.filter((id) => !pythonGuard.rules.some((rule) => rule.id === id))).toEqual([])
  })

  it.each(SAMPLES)('$rule finds the danger where it stands', ({ rule, dangerous: [code, at] }) => {
    const found = findingsIn(code).filter((one) => one.rule === rule && one.text === at)
    expect(found).toHaveLength(1)
    const { severity = 'info' } = pythonGuard.rules.find(({ id }) => id === rule) ?? {}
    if (isGrave({ severity })) expect(found.every(isGrave)).toBe(true)
  })

  it.each(SAMPLES)('$rule finds it under another name', ({ rule, evasion: [code, at] }) => {
    expect(findingsIn(code)).toContainEqual(expect.objectContaining({ rule, text: at }))
  })

  it.each(SAMPLES)('$rule leaves similar harmless code alone', ({ rule, harmless }) => {
    const found = findingsIn(harmless)
    expect(found.filter(isGrave)).toEqual([])
    expect(found.filter((one) => one.rule === rule && one.severity !== 'info' && one.severity !== 'low')).toEqual([])
  })
})

describe('a sample that is no whole program', () => {
  const sources = SAMPLES.flatMap(({ dangerous, evasion, harmless }) => [dangerous[0], evasion[0], harmless])
  const ours = pythonGuard.rules.filter(({ id }) => !ruffSamples.some(({ rule }) => rule === id))
  const judge = (code: string) => {
    const { program } = pythonGuard.read(code, 'python')
    for (const rule of ours) for (const _ of rule.find(program));
  }

  it('is judged without a crash, wherever it is cut off or spoilt', () => {
    const change = fc.record({
      ...{ at: fc.nat(), length: fc.nat(4) },
      text: fc.constantFrom(
        '',
        '(',
        ')',
        '[',
        'f"{',
        "'",
        ':',
        ',',
        '*',
        '\n',
        '\n    ',
        'lambda ',
        '@',
        '.',
        '= ',
        ' for x in ',
      ),
    })
    const changes = fc.array(change, { maxLength: 4 })
    fc.assert(
      fc.property(fc.constantFrom(...sources), fc.nat(), changes, (source, end, spoilt) => {
        const cut = source.slice(0, 1 + (end % source.length))
        const code = spoilt.reduce((before, { at, length, text }) => {
          const from = at % (before.length + 1)
          return before.slice(0, from) + text + before.slice(from + length)
        }, cut)
        expect(() => judge(code), code).not.toThrow()
      }),
      { numRuns: 300 },
    )
  })

  it.each(['SELECT (f"{that', 'print(f"{x[', 'eval(('])('is judged when it is %j without end', (piece) => {
    expect(() => judge(piece.repeat(5000))).not.toThrow()
  })
})
