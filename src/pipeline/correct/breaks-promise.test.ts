import { describe, expect, it } from 'vitest'
import { breaksPromise } from './breaks-promise.ts'

const program = (type: string, call = 'Solution().gap([1])') =>
  `class Solution:\n    def gap(self, nums: List[int]) -> ${type}:\n        return 0\n\nprint(${call})\n`

describe('a repaired program breaks the promise of a function', () => {
  it.each([
    ['int', 'inf'],
    ['int', 'None'],
    ['int', 'False'],
    ['bool', '2'],
    ['List[str]', 'None'],
    ['dict', '[]'],
    ['float', 'None'],
  ])('%s when it prints %s', (type, value) => {
    expect(breaksPromise(program(type), `before\n${value}\n`)).toBe(
      `it prints ${value}, and gap() promises ${type.replace(/\[.*/, '')}`,
    )
  })

  it.each([
    ['int', '-3'],
    ['float', '2'],
    ['bool', 'True'],
    ['List[int]', '[1, 2]'],
    ['Optional[int]', 'None'],
    ['str', 'None'],
  ])('%s never when it prints %s', (type, value) => {
    expect(breaksPromise(program(type), `${value}\n`)).toBeUndefined()
  })

  it.each(['Solution().gap([1]), "tail"', 'str(Solution().gap([1])) + "x"', '[each.gap([1]) for each in all]'])(
    'never when it prints more than the call: %s',
    (call) => {
      expect(breaksPromise(program('int', call), 'None\n')).toBeUndefined()
    },
  )
})
