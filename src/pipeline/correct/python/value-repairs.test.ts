import { describe, expect, it } from 'vitest'
import type { Facts } from '../../../language/language.ts'
import type { Strategy } from '../strategy.ts'
import { convertArgument } from './convert-argument.ts'
import { convertOperand } from './convert-operand.ts'
import { divisionByZero } from './division-by-zero.ts'
import { hashableKey } from './hashable-key.ts'
import { listOperand } from './list-operand.ts'
import { missingAwait } from './missing-await.ts'
import { missingDirectory } from './missing-directory.ts'
import { mutableDefault } from './mutable-default.ts'
import { noneResult } from './none-result.ts'
import { faultOf, repairBy, type Told } from './repair.fixture.ts'
import { surroundings } from './surroundings.ts'
import { wholeNumber } from './whole-number.ts'
import { wrongBrackets } from './wrong-brackets.ts'
import { wrongIteration } from './wrong-iteration.ts'

type Row = [broken: string, message: string, repaired: string, facts?: Partial<Facts>]

/** All programs fail on their last line. */
function repairs(strategy: Strategy, type: string, rows: Row[]): void {
  describe(`${strategy.id} on ${type}`, () => {
    it.each(rows)('%j, told %j, becomes %j', (broken, message, repaired, facts) => {
      const told: Told = [type, message, broken.split('\n').length]
      expect(repairBy(strategy, faultOf(broken, told, facts))).toBe(repaired)
    })
  })
}

it('a text that is written several times is not made a number', () => {
  const told: Told = ['TypeError', 'can only concatenate str (not "int") to str', 2]
  expect(repairBy(convertOperand, faultOf('curr = "1"\ncurr = 10 * curr + int("2")', told)) ?? '').not.toContain(
    'int(10',
  )
})

it('nothing is taken away from a list by making a list of it', () => {
  const told: Told = ['TypeError', "unsupported operand type(s) for -: 'list' and 'int'", 2]
  expect(repairBy(listOperand, faultOf('n = [4]\nfor i in range(n-1): pass', told))).toBeUndefined()
})

repairs(convertOperand, 'TypeError', [
  ['print("Age: " + age)', 'can only concatenate str (not "int") to str', 'print("Age: " + str(age))'],
  ['print(n + " items")', "unsupported operand type(s) for +: 'int' and 'str'", 'print(str(n) + " items")'],
  [
    'n = input()\nprint(n + 1)',
    'can only concatenate str (not "int") to str',
    'n = int(input())\nprint(n + 1)',
    { values: { n: "'5'" } },
  ],
  [
    'n = input()\nif n > 3: pass',
    "'>' not supported between instances of 'str' and 'int'",
    'n = int(input())\nif n > 3: pass',
  ],
  ['print("5" * "2")', "can't multiply sequence by non-int of type 'str'", 'print(int("5") * int("2"))'],
  ['x = b"a" + t', "can't concat str to bytes", 'x = b"a" + t.encode()'],
  ['print(sum(parts))', "unsupported operand type(s) for +: 'int' and 'str'", 'print(sum(map(int, parts)))'],
])

repairs(listOperand, 'TypeError', [
  ['x = [1] + 2', 'can only concatenate list (not "int") to list', 'x = [1] + [2]'],
  ['x = [1] + (2, 3)', 'can only concatenate list (not "tuple") to list', 'x = [1] + list((2, 3))'],
])

repairs(convertArgument, 'TypeError', [
  ['", ".join(x)', 'sequence item 0: expected str instance, int found', '", ".join(map(str, x))'],
  ['for i in range(x): pass', "'list' object cannot be interpreted as an integer", 'for i in range(len(x)): pass'],
  ['f.write(3)', 'write() argument must be str, not int', 'f.write(str(3))'],
  ['hashlib.md5(text)', 'Strings must be encoded before hashing', 'hashlib.md5(text.encode())'],
  ['d.keys()[0]', "'dict_keys' object is not subscriptable", 'list(d.keys())[0]'],
  ['print("%s %s" % a, b)', 'not enough arguments for format string', 'print("%s %s" % (a, b))'],
  ['json.dumps(x)', 'Object of type set is not JSON serializable', 'json.dumps(x, default=list)'],
])

repairs(wholeNumber, 'TypeError', [
  ['for i in range(n / 2): pass', "'float' object cannot be interpreted as an integer", 'for i in range(n // 2): pass'],
  ['m = n / 2\nx[m]', 'list indices must be integers or slices, not float', 'm = n // 2\nx[m]'],
])

repairs(convertArgument, 'ValueError', [
  ['int(x)', "invalid literal for int() with base 10: '3.7'", 'int(float(x))'],
  ['int(x)', "invalid literal for int() with base 10: '1,234'", "int(x.replace(',', ''))"],
])

repairs(noneResult, 'TypeError', [
  ['x = x.sort()\nprint(x[0])', "'NoneType' object is not subscriptable", 'x.sort()\nprint(x[0])'],
  ['y = x.sort()\nprint(y[0])', "'NoneType' object is not subscriptable", 'y = sorted(x)\nprint(y[0])'],
  ['for a in x.sort(): pass', "'NoneType' object is not iterable", 'for a in sorted(x): pass'],
  ['x = x.sort()\n",".join(x)', 'can only join an iterable', 'x.sort()\n",".join(x)', { values: { x: 'None' } }],
  [
    'def f(a):\n    a * 2\nprint(f(1) + 1)',
    "unsupported operand type(s) for +: 'NoneType' and 'int'",
    'def f(a):\n    return a * 2\nprint(f(1) + 1)',
  ],
])

repairs(wrongBrackets, 'TypeError', [
  ['x = [1]\nx(0)', "'list' object is not callable", 'x = [1]\nx[0]', { types: { x: 'list' } }],
  ['def f(a): pass\nf[1]', "'function' object is not subscriptable", 'def f(a): pass\nf(1)'],
  ['list = [1]\nlist(range(3))', "'list' object is not callable", 'list_ = [1]\nlist(range(3))'],
  ['x = [(1, 2) (3, 4)]', "'tuple' object is not callable", 'x = [(1, 2), (3, 4)]'],
  ['sorted(d.keys)', "'builtin_function_or_method' object is not iterable", 'sorted(d.keys())'],
])

repairs(wrongBrackets, 'AttributeError', [
  ['t.strip.split()', "'builtin_function_or_method' object has no attribute 'split'", 't.strip().split()'],
])

repairs(wrongIteration, 'TypeError', [
  ['for i in 3: pass', "'int' object is not iterable", 'for i in range(3): pass'],
  ['for i in len(x): pass', "'int' object is not iterable", 'for i in range(len(x)): pass'],
])
repairs(wrongIteration, 'ValueError', [
  [
    'd = {}\nfor k, v in d: pass',
    'not enough values to unpack (expected 2, got 1)',
    'd = {}\nfor k, v in d.items(): pass',
  ],
  [
    'for i, x in y: pass',
    'too many values to unpack (expected 2)',
    'for i, x in enumerate(y): pass',
    { types: { y: 'list' } },
  ],
])
repairs(wrongIteration, 'RuntimeError', [
  ['for k in d: del d[k]', 'dictionary changed size during iteration', 'for k in list(d): del d[k]'],
])
repairs(wrongIteration, 'IndexError', [
  [
    'for i in range(len(x) + 1):\n    print(x[i])',
    'list index out of range',
    'for i in range(len(x)):\n    print(x[i])',
  ],
  ['while i <= len(x):\n    print(x[i])', 'list index out of range', 'while i < len(x):\n    print(x[i])'],
  ['x[len(x)]', 'list index out of range', 'x[len(x) - 1]'],
  [
    'n = len(x)\nfor i in range(n + 1):\n    print(x[i])',
    'list index out of range',
    'n = len(x)\nfor i in range(n):\n    print(x[i])',
  ],
  ['end = len(x)\nprint(x[end])', 'list index out of range', 'end = len(x) - 1\nprint(x[end])'],
  [
    'for i in range(1, len(x)):\n    print(x[i] - x[i+1])',
    'list index out of range',
    'for i in range(1, len(x)):\n    print(x[i] - x[i-1])',
  ],
])

repairs(hashableKey, 'TypeError', [
  ['s.add([1])', "unhashable type: 'list'", 's.add(tuple([1]))'],
  ['d = {[1, 2]: 3}', "unhashable type: 'list'", 'd = {(1, 2): 3}'],
])

repairs(missingAwait, 'TypeError', [
  [
    'async def f(): return 1\nasync def g():\n    return f() + 1',
    "unsupported operand type(s) for +: 'coroutine' and 'int'",
    'async def f(): return 1\nasync def g():\n    return (await f()) + 1',
  ],
])

repairs(mutableDefault, 'ValueError', [
  [
    'from dataclasses import dataclass, field\nclass A:\n    x: list = []',
    "mutable default <class 'list'> for field x is not allowed: use default_factory",
    'from dataclasses import dataclass, field\nclass A:\n    x: list = field(default_factory=list)',
  ],
])

repairs(missingDirectory, 'FileNotFoundError', [
  [
    'import os\nopen("a/b", "w")',
    'No such file',
    `import os\nos.makedirs(os.path.dirname("a/b") or '.', exist_ok=True)\nopen("a/b", "w")`,
  ],
  ['p.write_text("x")', 'No such file', 'p.parent.mkdir(parents=True, exist_ok=True)\np.write_text("x")'],
])

repairs(surroundings, 'UnicodeEncodeError', [
  ['open("f", "w", encoding="ascii").write("ä")', 'no', 'open("f", "w", encoding="utf-8").write("ä")'],
])
repairs(surroundings, 'RecursionError', [['f(5)', 'deep', 'import sys\nsys.setrecursionlimit(20000)\nf(5)']])
repairs(surroundings, 'io.UnsupportedOperation', [
  ['f = open("a")\nf.write("x")', 'not writable', 'f = open("a", "w")\nf.write("x")'],
])

repairs(divisionByZero, 'ZeroDivisionError', [
  ['m = sum(x) / len(x)', 'division by zero', 'm = (sum(x) / len(x) if len(x) else 0)'],
])
