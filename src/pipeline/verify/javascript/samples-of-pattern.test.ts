import fc from 'fast-check'
import { expect, it } from 'vitest'
import { samplesOfPattern } from './samples-of-pattern.ts'

it.each([/^\d{3}-\d{4}$/, /^[\w.+-]+@[a-z\d-]+\.[a-z]{2,}$/i, /^(\d+)\s*(ms|s|m|h)$/, /^#(?:[0-9a-f]{3}){1,2}$/])(
  'some samples of %s match it',
  (pattern) => {
    expect(samplesOfPattern(pattern.source).filter((sample) => pattern.test(sample))).not.toEqual([])
  },
)

it('every alternative has a sample', () => {
  expect(samplesOfPattern('^(ms|s|m|h)$')).toEqual(['ms', 's', 'm', 'h'])
})

it('any text has samples of bounded length', () => {
  const text = fc.string({ unit: fc.constantFrom(...'()[]{}|*+?\\^$,.9ab<:!'), maxLength: 60 })
  fc.assert(fc.property(text, (pattern) => samplesOfPattern(pattern).every((sample) => sample.length <= 80)))
})
