import { describe, expect, it } from 'vitest'
import { diagnosisOf } from '../diagnosis.fixture.ts'
import { ENDLESS } from '../reading/reading-budget.ts'
import type { Candidate } from './candidate.ts'
import { type CheckSyntax, searchSyntax } from './search-syntax.ts'
import type { Fault } from './strategy.ts'

/** A language in which every `!` is a mistake, and `?` is a mistake that hides everything behind it. */
const check: CheckSyntax = async (_, sources) =>
  sources.map((source) => {
    const offset = source.search(/[!?]/)
    return offset === -1 ? [] : [{ message: `bad ${source[offset]}`, line: 1, column: offset + 1, offset }]
  })
const fault = (code: string): Fault => ({
  code,
  language: 'x',
  diagnosis: diagnosisOf('bad', { category: 'syntax' }),
  facts: {},
})
const candidate = (code: string, why: string, score = 0.5): Candidate => ({
  code,
  steps: [{ strategy: 'x/mend', why, fingerprint: 'f' }],
  score,
})
/** Repairs the place that the parser reported, and also proposes something useless. */
const propose = ({ code, diagnosis }: Fault): Candidate[] => {
  const at = (diagnosis.column ?? 1) - 1
  return [
    candidate(`${code.slice(0, at)}.${code.slice(at + 1)}`, `mended ${at}`),
    candidate(`?${code}`, 'spoilt it', 0.9),
  ]
}

const SEARCH = { check, mayBe: () => true, budget: ENDLESS }

describe('the search for a program that parses', () => {
  it('corrects several faults in a row, and keeps the changes in order', async () => {
    const { parsed } = await searchSyntax(fault('a!b!c!d'), { ...SEARCH, propose })
    expect(parsed.map(({ code }) => code)).toEqual(['a.b.c.d'])
    expect(parsed[0]?.steps.map(({ why }) => why)).toEqual(['mended 1', 'mended 3', 'mended 5'])
  })

  it('gives the program that parses after the fewest changes, and lists the failed ones', async () => {
    const { parsed, unparsed } = await searchSyntax(fault('a!b'), { ...SEARCH, propose })
    expect(parsed.map(({ code }) => code)).toEqual(['a.b'])
    expect(unparsed.map(({ code }) => code)).toContain('?a!b')
  })

  it('gives up after a few rounds', async () => {
    const { parsed } = await searchSyntax(fault('!'.repeat(20)), { ...SEARCH, propose })
    expect(parsed).toEqual([])
  })

  it('leaves programs to the race where there is no parser', async () => {
    const none: CheckSyntax = async (_, sources) => sources.map(() => null)
    const { parsed } = await searchSyntax(fault('a!b'), { ...SEARCH, check: none, propose })
    expect(parsed).toHaveLength(2)
  })
})
