import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits } from '../../apply-edits.ts'
import { pythonStrategies } from './python-strategies.ts'
import { faultOf, repairsBy, type Told } from './repair.fixture.ts'

const everything = (code: string, told: Told): string[] => {
  const fault = faultOf(code, told)
  const answering = pythonStrategies.filter(({ answers }) => answers.includes(told[0]))
  return answering.flatMap((strategy) => repairsBy(strategy, fault))
}

const MESSAGES: Told[] = [
  ['SyntaxError', 'invalid syntax', 1],
  ['IndentationError', 'unexpected indent', 2],
  ['NameError', "name 'constructor' is not defined. Did you mean: 'toString'?", 1],
  ['AttributeError', "'str' object has no attribute 'constructor'", 1],
  ['TypeError', "unsupported operand type(s) for +: 'int' and 'str'", 1],
  ['TypeError', 'f() takes 1 positional argument but 2 were given', 1],
  ['KeyError', "'hasOwnProperty'", 1],
  ['ModuleNotFoundError', "No module named '__proto__'", 1],
  ['ValueError', "invalid literal for int() with base 10: '1,2'", 1],
  ['IndexError', 'list index out of range', 2],
]

const PIECES =
  'x y self print len def class if for in = == ( ) [ ] { } : , . " \' """ f" + - \n \n     # // && ! ++ 1 3.5 return await import from'
const code = fc.array(fc.constantFrom(...PIECES.split(/(?<! ) /)), { maxLength: 40 }).map((pieces) => pieces.join(' '))

describe('all rules of Python', () => {
  it.each(MESSAGES)('throw at nothing, and propose edits that can be made, when told %s: %s', (type, message, line) => {
    const proposing = (text: string) => {
      const fault = faultOf(text, [type, message, line, 3])
      for (const strategy of pythonStrategies)
        for (const { edits, sureness, why } of strategy.propose(fault)) {
          expect(applyEdits(text, edits), `${strategy.id}: ${why}`).toBeTypeOf('string')
          expect(sureness).toBeGreaterThan(0)
          expect(sureness).toBeLessThanOrEqual(1)
        }
    }
    fc.assert(fc.property(fc.oneof(code, fc.string({ maxLength: 80 })), proposing), { numRuns: 40 })
  })

  it('have names of their own and list the errors they answer', () => {
    expect(new Set(pythonStrategies.map(({ id }) => id)).size).toBe(pythonStrategies.length)
    for (const { id, answers, prior } of pythonStrategies) {
      expect(id).toMatch(/^python\/[a-z0-9-]+$/)
      expect(answers.length).toBeGreaterThan(0)
      expect(prior).toBeGreaterThan(0)
    }
  })

  it('leave a program alone that is too long to have been written by hand', () => {
    expect(everything('print(x\n'.repeat(50_000), ['SyntaxError', 'never closed', 1])).toEqual([])
  })
})

describe('the rules of Python propose', () => {
  it.each<[title: string, code: string, told: Told]>([
    ['for an assertion of the program', 'assert 1 == 2', ['AssertionError', '', 1]],
    ['for an exit of the program', 'import sys\nsys.exit(1)', ['SystemExit', '1', 2]],
    ['for an error the program raises', 'raise RuntimeError("stop")', ['RuntimeError', 'stop', 1]],
    ['for a name that is like no other', 'total = 1\nprint(zebra)', ['NameError', "name 'zebra' is not defined", 2]],
    ['for an operator that could be any', 'y = width 4', ['SyntaxError', 'invalid syntax', 1]],
    ['for a division whose zero means something', 'y = 1 / x', ['ZeroDivisionError', 'division by zero', 1]],
    ['for a file that is to be read', 'open("data.csv")', ['FileNotFoundError', "No such file: 'data.csv'", 1]],
    ['for a text that is no number', 'int("abc")', ['ValueError', "invalid literal for int() with base 10: 'abc'", 1]],
    ['for a key that is like no other', 'd = {"a": 1}\nd["zebra"]', ['KeyError', "'zebra'", 2]],
    ['for a loop that lost its body', 'def f(x):\n    for y in x:\n    return 1', ['IndentationError', 'expected', 3]],
  ])('nothing %s', (_, broken, told) => {
    expect(everything(broken, told)).toEqual([])
  })

  it.each<[title: string, code: string, told: Told, never: RegExp]>([
    [
      'a comment made of a misspelt line of code',
      'x = 1\niaf key is None:\n    y = 2',
      ['SyntaxError', 'invalid syntax', 2],
      /# iaf/,
    ],
    [
      'the initializer reading what it is to set',
      'class A:\n    def __init__(self, n):\n        self.n = n\n    def f(self):\n        return n',
      ['NameError', "name 'n' is not defined", 5],
      /= self\.n/,
    ],
    ['a handler that swallows', 'f()', ['NameError', "name 'f' is not defined", 1], /except|suppress/],
  ])('never %s', (_, broken, told, never) => {
    for (const repaired of everything(broken, told)) expect(repaired).not.toMatch(never)
  })
})
