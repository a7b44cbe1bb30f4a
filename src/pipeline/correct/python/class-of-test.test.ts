import { describe, expect, it } from 'vitest'
import { classOfTest } from './class-of-test.ts'
import { faultOf, repairBy } from './repair.fixture.ts'

const given = (code: string, test: string, message: string, type = 'NameError') =>
  repairBy(classOfTest, { ...faultOf(code, [type, message, 1]), test })
const SUM = 'def add_up(xs):\n    return sum(xs)\n'
const METHOD = 'class Solution:\n    def addUp(self, xs):\n        return sum(xs)\n'
const unknown = (name: string) => `name '${name}' is not defined`
const lacking = (name: string) => `'Solution' object has no attribute '${name}'`

describe('a test says whether it calls a method or a function', () => {
  it('so functions get the class whose methods it calls', () => {
    expect(given(SUM, 'assert Solution().addUp([1]) == 1', unknown('Solution'))).toBe(
      `${SUM}\n\nclass Solution:\n    addUp = staticmethod(add_up)\n`,
    )
  })

  it('so a method gets the name by which it is called, also where that is another word and it is the only one', () => {
    const called = (name: string) =>
      given(METHOD, `assert Solution().${name}([1]) == 1`, lacking(name), 'AttributeError')
    expect(called('add_up')).toBe(`${METHOD}\nSolution.add_up = Solution.addUp\n`)
    expect(called('total')).toBe(`${METHOD}\nSolution.total = Solution.addUp\n`)
  })

  it('so a function of that name calls the method of the only class', () => {
    expect(given(METHOD, 'assert add_up([1]) == 1', unknown('add_up'))).toBe(`${METHOD}\nadd_up = Solution().addUp\n`)
  })

  it('but of several functions or methods none is chosen, nor is anything made for names that the program uses itself', () => {
    const two = `${SUM}\ndef other(xs):\n    return xs\n`
    expect(given(two, 'assert Solution().total([1]) == 1', unknown('Solution'))).toBeUndefined()
    const uses = `${SUM}\nprint(Solution)\n`
    expect(given(uses, 'assert Solution().add_up([1]) == 1', unknown('Solution'))).toBeUndefined()
    const needing = METHOD.replace('    def', '    def __init__(self, start):\n        self.start = start\n\n    def')
    expect(given(needing, 'assert add_up([1]) == 1', unknown('add_up'))).toBeUndefined()
  })

  it('and nothing is made where no test called the program', () => {
    expect(repairBy(classOfTest, faultOf(SUM, ['NameError', unknown('Solution'), 1]))).toBeUndefined()
  })
})
