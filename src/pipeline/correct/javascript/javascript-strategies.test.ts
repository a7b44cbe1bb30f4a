import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits } from '../../apply-edits.ts'
import { classCases } from './class-cases.fixture.ts'
import { habitCases } from './habit-cases.fixture.ts'
import { javascriptStrategies } from './javascript-strategies.ts'
import { lookupCases } from './lookup-cases.fixture.ts'
import { lostStartCases } from './lost-start-cases.fixture.ts'
import { orderCases } from './order-cases.fixture.ts'
import { faultOf, type RepairCase } from './repair-case.fixture.ts'
import { runtimeCases } from './runtime-cases.fixture.ts'
import { syntaxCases } from './syntax-cases.fixture.ts'
import { valueCases } from './value-cases.fixture.ts'

const cases = [
  ...syntaxCases,
  ...habitCases,
  ...runtimeCases,
  ...lostStartCases,
  ...orderCases,
  ...valueCases,
  ...classCases,
  ...lookupCases,
]

function repair({ strategy: id, ...given }: RepairCase): (string | undefined)[] {
  const strategy = javascriptStrategies.find((each) => each.id === id)
  if (!strategy) throw new Error(`there is no strategy ${id}`)
  return strategy.propose(faultOf(given)).map(({ edits }) => applyEdits(given.broken, edits))
}

describe('the strategies for JavaScript', () => {
  it.each(cases.filter(({ repaired }) => repaired !== null))('$strategy repairs $broken', (given) => {
    expect(repair(given)[0]).toBe(given.repaired)
  })

  it.each(cases.filter(({ repaired }) => repaired === null))('$strategy leaves $broken alone', (given) => {
    expect(repair(given)).toEqual([])
  })

  it('are all shown to repair something and to leave something alone', () => {
    const shown = (isRepaired: boolean) =>
      new Set(cases.filter(({ repaired }) => (repaired !== null) === isRepaired).map(({ strategy }) => strategy))
    const ids = javascriptStrategies.map(({ id }) => id)
    expect([...shown(true)].sort()).toEqual([...ids].sort())
    expect([...shown(false)].sort()).toEqual([...ids].sort())
  })

  it('propose edits that can be made, whatever the code and wherever the problem', () => {
    const programs = cases.map(({ broken }) => broken)
    const pieces = [
      '`',
      '${',
      '}',
      '{',
      '(',
      ')',
      '[',
      ']',
      "'",
      '"',
      '"""',
      '\n',
      '  ',
      '/',
      '/*',
      '#',
      '=>',
      ':',
      'for',
      'if',
      'else',
      'await',
    ]
    const code = fc
      .array(fc.oneof(fc.constantFrom(...programs), fc.constantFrom(...pieces), fc.string({ maxLength: 5 })), {
        maxLength: 8,
      })
      .map((parts) => parts.join(''))
    const error = fc.constantFrom(...new Set(cases.map((each) => each.error)))
    const place = fc.integer({ min: 0, max: 12 })
    fc.assert(
      fc.property(code, error, place, place, (broken, told, line, column) => {
        for (const strategy of javascriptStrategies) {
          for (const { edits, sureness } of strategy.propose(faultOf({ broken, error: told, line, column }))) {
            expect({ id: strategy.id, edits, made: isMade(broken, edits) }).toMatchObject({ made: true })
            expect(sureness).toBeGreaterThan(0)
            expect(sureness).toBeLessThanOrEqual(1)
          }
        }
      }),
      { numRuns: 150 },
    )
  })

  it('read code that is nested deeper than any stack', () => {
    for (const broken of ['('.repeat(150_000), '`${'.repeat(20_000), '{\n'.repeat(20_000)]) {
      const fault = faultOf({ broken, error: 'SyntaxError: Unexpected end of input' })
      for (const strategy of javascriptStrategies) expect(() => strategy.propose(fault)).not.toThrow()
    }
  })
})

/** All edits fit; an edit that changes nothing is harmless and dropped. */
const isMade = (code: string, edits: Parameters<typeof applyEdits>[1]): boolean =>
  applyEdits(`${code} `, [...edits, { start: code.length, end: code.length + 1, text: '' }]) !== undefined
