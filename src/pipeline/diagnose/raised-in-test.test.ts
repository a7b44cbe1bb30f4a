import { expect, it } from 'vitest'
import { diagnosisOf } from '../diagnosis.fixture.ts'
import { raisedInTest } from './raised-in-test.ts'

const of = { code: 'def f(x):\n    return y\n', name: 'test 1' }

it('an error that rose in the program while a test ran is a failure like any other', () => {
  const read = diagnosisOf("name 'y' is not defined", { line: 2 })
  expect(raisedInTest(read, of)).toMatchObject({ line: 2, explanation: expect.stringMatching(/^In test 1: /) })
})

it('an unknown name that only the test calls is a failure of the program too', () => {
  expect(raisedInTest(diagnosisOf("name 'g' is not defined", { line: 4 }), of)).toBeDefined()
})

it('a failed assertion, a fault of the test itself, and a failure that no change can help are no failures of the program', () => {
  expect(raisedInTest(diagnosisOf('', { type: 'AssertionError', line: 2 }), of)).toBeUndefined()
  expect(raisedInTest(diagnosisOf('bad operand', { type: 'TypeError', line: 4 }), of)).toBeUndefined()
  expect(raisedInTest(diagnosisOf('no', { line: 2, recoverable: false }), of)).toBeUndefined()
})

it('a call that a function of the program does not take is the program’s too, and one of a library is not', () => {
  const program = { code: 'class C:\n    def f(x):\n        return x', name: 'test 1' }
  const surplus = (name: string) =>
    diagnosisOf(`${name}() takes 1 positional argument but 2 were given`, { type: 'TypeError', line: 5 })
  expect(raisedInTest(surplus('C.f'), program)).toBeDefined()
  expect(raisedInTest(surplus('Other.g'), program)).toBeUndefined()
})
