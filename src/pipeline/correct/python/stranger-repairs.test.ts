import { describe, expect, it } from 'vitest'
import type { Strategy } from '../strategy.ts'
import { callOrNot } from './call-or-not.ts'
import { callSuper } from './call-super.ts'
import { escapedPattern } from './escaped-pattern.ts'
import { filledList } from './filled-list.ts'
import { lambdaPairs } from './lambda-pairs.ts'
import { queryValues } from './query-values.ts'
import { faultOf, parsedBy, repairBy, type Told } from './repair.fixture.ts'
import { valuesAsList } from './values-as-list.ts'
import { wrongBrackets } from './wrong-brackets.ts'

type Row = [strategy: Strategy, told: Told, broken: string, repaired?: string]

const inits = (body: string, parameters = 'name, age') =>
  `class A:\n    def __init__(self, name, size=1):\n        self.name = name\nclass B(A):\n    def __init__(self, ${parameters}):\n${body}        self.age = age\n`
const noName: Told = ['AttributeError', "'B' object has no attribute 'name'", 8]
const index: Told = ['IndexError', 'list assignment index out of range', 3]
const bindings: Told = ['sqlite3.ProgrammingError', 'parameters are of unsupported type', 1]
const pattern = (what: string, at: number): Told => ['re.error', `${what} at position ${at}`, 1]
const missing: Told = ['TypeError', "<lambda>() missing 1 required positional argument: 'b'", 1]

const REPAIRED: Row[] = [
  [callSuper, noName, inits(''), inits('        super().__init__(name)\n')],
  [callSuper, noName, inits('', 'age, size, name'), inits('        super().__init__(name, size)\n', 'age, size, name')],
  [lambdaPairs, missing, 'max(xs, key=lambda a, b: b)', 'max(xs, key=lambda pair: pair[1])'],
  [lambdaPairs, missing, 'map(lambda a, b: a + x.a * b, pair)', 'map(lambda item: item[0] + x.a * item[1], pair)'],
  [
    filledList,
    index,
    'xs = []\nfor i in range(3):\n    xs[i] = i * 2',
    'xs = []\nfor i in range(3):\n    xs.append(i * 2)',
  ],
  [queryValues, bindings, 'con.execute("insert", (5))', 'con.execute("insert", (5,))'],
  [queryValues, bindings, 'con.execute("insert", name)', 'con.execute("insert", (name,))'],
  [queryValues, bindings, 'con.execute("insert", 1, n + 1)', 'con.execute("insert", (1, n + 1))'],
  [escapedPattern, pattern('nothing to repeat', 0), 're.sub("*", "", s)', 're.sub("\\\\*", "", s)'],
  [escapedPattern, pattern('missing ), unterminated subpattern', 1), "re.split(r'a(', s)", "re.split(r'a\\(', s)"],
  [callOrNot, ['TypeError', "'int' object is not callable", 1], 'sorted(ws, key=len(ws))', 'sorted(ws, key=len)'],
  [wrongBrackets, ['TypeError', "'method' object is not subscriptable", 1], 'c.most_common[0]', 'c.most_common()[0]'],
  [
    valuesAsList,
    ['TypeError', "unsupported operand type(s) for +: 'int' and 'list'", 2],
    'def f(*xs):\n    return sum(xs)\nprint(f([1, 2]))',
    'def f(*xs):\n    return sum(xs)\nprint(f(*[1, 2]))',
  ],
]

const LEFT: Row[] = [
  [callSuper, noName, inits('        super().__init__("x")\n')],
  [callSuper, noName, inits('', 'age')],
  [callSuper, ['AttributeError', "'B' object has no attribute 'nme'", 8], inits('')],
  [lambdaPairs, missing, 'reduce(lambda a, b=1: a, xs)'],
  [filledList, index, 'xs = [1]\nfor i in range(3):\n    xs[i] = i'],
  [filledList, index, 'xs = []\nfor i in range(3, 0, -1):\n    xs[i] = i'],
  [queryValues, bindings, 'con.execute("insert", (1, 2))'],
  [queryValues, bindings, 'con.execute("insert", {"a": 1})'],
  [escapedPattern, pattern('nothing to repeat', 0), 're.sub(p, "", s)'],
  [escapedPattern, pattern('missing ), unterminated subpattern', 0), 're.sub("(\\\\d+", "", s)'],
  [callOrNot, ['TypeError', "'int' object is not callable", 1], 'sorted(ws, key=k)'],
]

describe('mistakes of strangers', () => {
  it.each(REPAIRED)('$0.id mends %s', (strategy, told, broken, repaired) => {
    expect(repairBy(strategy, faultOf(broken, told))).toBe(repaired)
  })

  it.each(LEFT)('$0.id leaves alone what it does not know: %s', (strategy, told, code) => {
    expect(repairBy(strategy, faultOf(code, told))).toBeUndefined()
  })

  it('a lambda loses "return", and brackets around its parameters', () => {
    expect(parsedBy(lambdaPairs, 'f = lambda x: return x + 1')).toBe('f = lambda x: x + 1')
    expect(parsedBy(lambdaPairs, 'ys = sorted(xs, key=lambda (a, b): b)')).toBe(
      'ys = sorted(xs, key=lambda pair: pair[1])',
    )
  })
})
