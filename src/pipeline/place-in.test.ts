import fc from 'fast-check'
import { expect, it } from 'vitest'
import { placeIn } from './place-in.ts'

it('a place counts lines and columns from 1, whatever ends the lines', () => {
  const place = placeIn('ab\r\ncd\ref\ngh')
  expect(place(0, 2)).toEqual({ line: 1, column: 1, endLine: 1, endColumn: 3 })
  expect(place(5, 9)).toEqual({ line: 2, column: 2, endLine: 3, endColumn: 3 })
  expect(place(11, 99)).toEqual({ line: 4, column: 2, endLine: 4, endColumn: 3 })
})

it('a place leads back to the same text', () => {
  const text = fc.array(fc.constantFrom('a', '\n', '\r\n', '😀', ' ')).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, fc.nat(30), (source, at) => {
      const offset = Math.min(at, source.length)
      const { line, column } = placeIn(source)(offset, offset)
      const before = source.split(/(?<=\n)/).slice(0, line - 1)
      expect(before.join('').length + column - 1).toBe(offset)
    }),
  )
})
