import fc from 'fast-check'
import { expect, it } from 'vitest'
import { halfCharacterIn } from './half-character.ts'

it('the field and the place of half a character are named', () => {
  expect(halfCharacterIn({ code: 'print("a\ud83d")' }, 'body')).toContain(
    'body.code: holds half of a character at offset 8',
  )
  expect(halfCharacterIn({ a: [{ b: '\udc00' }] }, 'body')).toContain('body.a.0.b: ')
  expect(halfCharacterIn({ env: { 'x\ud800': '' } }, 'body')).toContain('a name in body.env: ')
})

it('whole characters are fine, and half of one is found anywhere', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      expect(halfCharacterIn(value, 'body')).toBeUndefined()
    }),
  )
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.integer({ min: 0xd800, max: 0xdfff }), (value, half) => {
      expect(halfCharacterIn([value, { deep: `a${String.fromCharCode(half)}b` }], 'body')).toContain('body.1.deep: ')
    }),
  )
})
