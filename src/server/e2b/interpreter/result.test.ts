import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resultOf } from './result.ts'

describe('a result', () => {
  it.each([
    ["'text'", 'text'],
    ['"text"', 'text'],
    ["''twice''", "'twice'"],
    ['"mixed\'', '"mixed\''],
    ["'", ''],
    ['[1, 2]', '[1, 2]'],
  ])('of the text %s is reported as %s', (shown, told) => {
    expect(resultOf({ 'text/plain': shown })).toEqual({ text: told, extra: {} })
  })

  it('of a chart has numbers that Python reads as measures, whole ones too', () => {
    const chart = { x_ticks: [1, -2, 0.5, 2 ** 60, 1e21], label: '1', points: [[0, null]] }
    expect(JSON.stringify(resultOf({ 'e2b/chart': chart }).chart)).toBe(
      '{"x_ticks":[1.0,-2.0,0.5,1152921504606847000.0,1e+21],"label":"1","points":[[0.0,null]]}',
    )
  })

  it('of a table is its columns by name, without those of its index', () => {
    const table = {
      columns: [{ name: 'index', isIndex: true }, { name: '__proto__' }, { name: 'a' }],
      rows: [
        ['x', 1, null],
        ['y', 2, 'z'],
      ],
    }
    const { data } = resultOf({ 'application/vnd.anneal.table+json': table })
    expect(Object.entries(data as object)).toEqual([
      ['__proto__', [1, 2]],
      ['a', [null, 'z']],
    ])
  })

  it('keeps every format of a shown value, whatever its name', () => {
    const bundles = fc.dictionary(fc.string(), fc.jsonValue())
    fc.assert(
      fc.property(bundles, (bundle) => {
        const { extra, ...named } = resultOf(bundle)
        const count = Object.keys(extra as object).length + Object.keys(named).length
        expect(count).toBe(Object.keys(bundle).length)
      }),
    )
  })
})
