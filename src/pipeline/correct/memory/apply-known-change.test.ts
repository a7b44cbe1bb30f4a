import { expect, test } from 'vitest'
import { type KnownChange, placedTokens } from '../../../contract/known-change.ts'
import { applyEdits } from '../../apply-edits.ts'
import { fitsOf } from './apply-known-change.ts'

const changed = (change: KnownChange, code: string): (string | undefined)[] => [
  ...new Set(fitsOf(change, placedTokens(code)).map(({ edit }) => applyEdits(code, [edit]))),
]

test('a change fits the same place of another program, with the names of that program', () => {
  const change = { before: ['(', '$1', '+', '1', ')'], after: ['(', 'int', '(', '$1', ')', '+', '1', ')'] }
  expect(changed(change, 'age = "4"\nprint(age+1)\n')).toEqual(['age = "4"\nprint(int(age)+1)\n'])
  expect(changed(change, 'print(age-1)\n')).toEqual([])
})

test('a change with a telling word fits without its surroundings, and one without stays away', () => {
  const telling = { before: ['\n', 'prnt', '(', '6', '*'], after: ['\n', 'print', '(', '6', '*'] }
  expect(changed(telling, 'prnt("other")')).toEqual(['print("other")'])
  const sign = { before: ['a', ' ', '=', ' ', '1'], after: ['a', ' ', '-', ' ', '1'] }
  expect(changed(sign, 'b = 2')).toEqual([])
})

test('a line at the top goes to the top', () => {
  const change = { before: ['print', '('], after: ['import', ' ', 'math', '\n', 'print', '('] }
  expect(changed(change, 'x = math.pi\n')).toEqual(['import math\nx = math.pi\n'])
})

test('a whole program, a name without a place and an empty change fit nowhere', () => {
  const long = Array.from({ length: 41 }, (_, index) => `w${index}`)
  expect(changed({ before: ['$1'], after: long }, 'print(1)')).toEqual([])
  expect(changed({ before: ['print'], after: ['$1'] }, 'print(1)')).toEqual([])
  expect(changed({ before: ['print'], after: ['print'] }, 'print(1)')).toEqual([])
})
