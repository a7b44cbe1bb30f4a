import { expect, it } from 'vitest'
import { applyEdits } from '../apply-edits.ts'
import { diagnosisOf } from '../diagnosis.fixture.ts'
import { nameOfTest } from './name-of-test.ts'

const given = (language: string, code: string, test: string | undefined, message: string) => {
  const diagnosis = diagnosisOf('x', { message })
  const [best] = nameOfTest.propose({ code, language, diagnosis, facts: {}, ...(test !== undefined && { test }) })
  return best && applyEdits(code, best.edits)
}
const TOTAL = 'def get_total(xs, start=0):\n    return sum(xs, start)\n'
const missing = (name: string) => `name '${name}' is not defined`

it('a function gets the name by which a test calls it: the same words, or the only function that fits', () => {
  expect(given('python', TOTAL, 'assert getTotal([1]) == 1', missing('getTotal'))).toBe(
    `${TOTAL}\ngetTotal = get_total\n`,
  )
  expect(given('python', TOTAL, 'assert add_up([1, 2], 3) == 6', missing('add_up'))).toBe(
    `${TOTAL}\nadd_up = get_total\n`,
  )
  const script = 'function isEven(n) { return n % 2 === 0 }'
  expect(given('javascript', script, 'if (!is_even(2)) throw 1', 'is_even is not defined')).toBe(
    `${script}\n\nconst is_even = isEven\n`,
  )
})

it('a function that does not take the arguments of the test gets no other name', () => {
  expect(given('python', TOTAL, 'assert add_up() == 6', missing('add_up'))).toBeUndefined()
  expect(given('python', TOTAL, 'assert add_up([1, (2, 3)], "a,b", 3) == 6', missing('add_up'))).toBeUndefined()
})

it('texts, templates and comments of a call hold no arguments', () => {
  const script = 'const join = async (one, two = ")", ...rest) => one'
  const said = 'put is not defined'
  const named = `${script}\n\nconst put = join\n`
  expect(given('typescript', script, 'await put(`a,${[1, 2]})`) // put()', said)).toBe(named)
  expect(given('typescript', script, 'await put(/* a, b */)', said)).toBeUndefined()
})

it('a name that no test calls, or that the program calls itself, is not given', () => {
  expect(given('python', TOTAL, undefined, missing('add_up'))).toBeUndefined()
  expect(given('python', `${TOTAL}\nprint(add_up([1]))\n`, 'add_up([1])', missing('add_up'))).toBeUndefined()
})

it('a class under another spelling gets the name, and so does a method of a class whose objects need nothing', () => {
  const stack = 'class stack {\n  push(x) {}\n}\n'
  expect(given('javascript', stack, 'new Stack()', 'Stack is not defined')).toBe(`${stack}\nconst Stack = stack\n`)
  const solution = 'class Solution {\n  twoSum(xs, to) {}\n}\n'
  const bound = 'const twoSum = (...given) => new Solution().twoSum(...given)'
  expect(given('javascript', solution, 'twoSum([1], 2)', 'twoSum is not defined')).toBe(`${solution}\n${bound}\n`)
  const python = 'class Solution:\n    def two_sum(self, xs, to):\n        pass\n'
  expect(given('python', python, 'assert twoSum([1], 2)', missing('twoSum'))).toBe(
    `${python}\ntwoSum = Solution().two_sum\n`,
  )
  const needing = 'class Solution {\n  constructor(xs) {}\n  twoSum(to) {}\n}\n'
  expect(given('javascript', needing, 'twoSum(2)', 'twoSum is not defined')).toBeUndefined()
})
