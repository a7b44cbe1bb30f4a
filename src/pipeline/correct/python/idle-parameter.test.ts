import { expect, it } from 'vitest'
import { misspeltName } from './misspelt-name.ts'
import { renamedParameter } from './renamed-parameter.ts'
import { faultOf, type Told } from './repair.fixture.ts'

const unknown: Told = ['NameError', "name 'day' is not defined. Did you mean: 'days'?", 4]
const body =
  '    days = 0\n    for each in found:\n        if each == day:\n            days = days + 1\n    return days\n'

it('a parameter that nothing uses is meant before a variable that is used already, however alike its name is', () => {
  const surenessOf = (head: string) => {
    const fault = faultOf(`${head}\n${body}`, unknown)
    return [misspeltName, renamedParameter].map(({ prior, propose }) => prior * (propose(fault)[0]?.sureness ?? 0))
  }
  const [variable = 0, parameter = 0] = surenessOf('def f(date, found):')
  expect(parameter).toBeGreaterThan(variable)
  const [alone = 0, none = 1] = surenessOf('def f(found):')
  expect(none).toBe(0)
  expect(alone).toBeGreaterThan(variable)
})
