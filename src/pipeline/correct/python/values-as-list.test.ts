import { expect, it } from 'vitest'
import { faultOf, repairBy } from './repair.fixture.ts'
import { valuesAsList } from './values-as-list.ts'

const repaired = (body: string, call: string) => {
  const code = `def f(xs):\n    ${body}\n${call}`
  return repairBy(valuesAsList, faultOf(code, ['TypeError', 'f() takes 1 positional argument but 3 were given', 3]))
}

it.each(['return sum(xs) / len(xs)', 'return [x for x in xs]', 'for x in xs: print(x)'])(
  'a function that goes over its only parameter gets several values as one list: %s',
  (body) => {
    expect(repaired(body, 'print(f(1, 2, 3))')).toBe(`def f(xs):\n    ${body}\nprint(f([1, 2, 3]))`)
  },
)

it('a function that takes its parameter for one value is left alone, and so is a call with names', () => {
  expect(repaired('return xs + 1', 'f(1, 2, 3)')).toBeUndefined()
  expect(repaired('return sum(xs)', 'f(1, 2, xs=3)')).toBeUndefined()
})
