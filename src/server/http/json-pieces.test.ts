import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonPieces } from './json-pieces.ts'

const anything = fc.anything({
  values: [
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.date({ noInvalidDate: true }),
  ],
})

it('any value written in pieces has the same text as in one go', () => {
  fc.assert(
    fc.property(anything, fc.integer({ min: 1, max: 40 }), (value, pieceCharacters) => {
      expect([...jsonPieces({ value }, pieceCharacters)].join('')).toBe(JSON.stringify({ value }))
    }),
  )
})

it('values that JSON cannot express are left out of objects, and null in lists', () => {
  const value = { a: undefined, b: [undefined, () => 1], c: 'long '.repeat(10), d: new Date(0), e: {} }
  expect([...jsonPieces(value, 5)].join('')).toBe(JSON.stringify(value))
  expect([...jsonPieces({ a: undefined, long: undefined }, 1)].join('')).toBe('{}')
})

it('attack: no piece of a long answer is long, be it one text, a list or an object', () => {
  const names = Array.from({ length: 100_000 }, (_, n) => `name ${n}`)
  const long = '"\n\u{1f44d}'.repeat(1_000_000)
  for (const value of [{ stdout: long }, { names }, Object.fromEntries(names.map((name) => [name, { name }]))]) {
    const pieces = [...jsonPieces(value)]
    expect(pieces.length).toBeGreaterThan(10)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(500_000)
    expect(pieces.join('') === JSON.stringify(value)).toBe(true)
  }
})

it('a short answer is one piece', () => {
  for (const value of ['a', 1, null, { a: [1, 2, { b: 'c' }] }, []])
    expect([...jsonPieces(value)]).toEqual([JSON.stringify(value)])
})
