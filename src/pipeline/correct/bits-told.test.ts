import { expect, it } from 'vitest'
import { bitsTold } from './bits-told.ts'

const told = (code: string) => bitsTold([{ code }])

it('an answer of yes or no says little, and a long number, a text or a list much', () => {
  expect(told('assert is_even(1234567) == False')).toBeLessThan(4)
  expect(told('assert is_even(1234567)')).toBeLessThan(4)
  expect(told('assert count("hello") == 2')).toBeLessThan(6)
  expect(told('assert volume(5, 12) == 314.159')).toBeGreaterThan(8)
  expect(told('assert.deepEqual(words("a b"), ["alpha", "beta"])')).toBeGreaterThan(8)
})

it('the words of an assertion that fails are not what it expects', () => {
  expect(told('assert is_even(3) == False, "three is not an even number"')).toBeLessThan(4)
})

it('several assertions say more than one, and a text of output as much as a text', () => {
  expect(told('assert f(1) == 10\nassert f(2) == 20')).toBe(2 * told('assert f(1) == 10'))
  expect(bitsTold([{ stdout: 'hello world\n' }])).toBeGreaterThan(8)
})
