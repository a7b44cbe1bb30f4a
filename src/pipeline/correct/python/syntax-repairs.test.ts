import { describe, expect, it } from 'vitest'
import type { Strategy } from '../strategy.ts'
import { closeBracket } from './close-bracket.ts'
import { closeString } from './close-string.ts'
import { closeTripleQuote } from './close-triple-quote.ts'
import { equalsSign } from './equals-sign.ts'
import { fString } from './f-string.ts'
import { missingColon } from './missing-colon.ts'
import { missingComma } from './missing-comma.ts'
import { misspeltKeyword } from './misspelt-keyword.ts'
import { openBracket } from './open-bracket.ts'
import { faultOf, parsedBy, repairsBy } from './repair.fixture.ts'
import { strayToken } from './stray-token.ts'

type Row = [broken: string, repaired: string]

function repairs(strategy: Strategy, rows: Row[]): void {
  describe(strategy.id, () => {
    it.each(rows)('%j becomes %j', (broken, repaired) => {
      expect(parsedBy(strategy, broken)).toBe(repaired)
    })
  })
}

repairs(closeBracket, [
  ['print("hello"', 'print("hello")'],
  ['x = [1, 2, 3\nprint(x)', 'x = [1, 2, 3]\nprint(x)'],
  ['if len(data > 2:\n    pass', 'if len(data) > 2:\n    pass'],
  ['if name.startswith("a" and ok:\n    pass', 'if name.startswith("a") and ok:\n    pass'],
  ['nums = [int(x for x in s.split()]', 'nums = [int(x) for x in s.split()]'],
  ['print([x for x in y if f(x))', 'print([x for x in y if f(x)])'],
  ['print(str(total + " items")', 'print(str(total) + " items")'],
  ['with open(path, "w" as file:\n    pass', 'with open(path, "w") as file:\n    pass'],
  ['print(np.round(x, 2.tolist())', 'print(np.round(x, 2).tolist())'],
  ['print(frame.loc[0, "a", 3)', 'print(frame.loc[0, "a"], 3)'],
  ['value = f(x[key, level)', 'value = f(x[key], level)'],
  ['return p[:at], p[at:', 'return p[:at], p[at:]'],
  ['print(a]', 'print(a)'],
  ['d = {\n    "a": {\n        "x": 1,\n    "b": 2,\n}', 'd = {\n    "a": {\n        "x": 1,\n    },\n    "b": 2,\n}'],
])

repairs(openBracket, [
  ['print(1))', 'print(1)'],
  ['print(f(a)), b)', 'print(f(a), b)'],
  ['print "hello")', 'print("hello")'],
  ['x = 1, 2, 3]', 'x = [1, 2, 3]'],
  ['for i in range10):\n    pass', 'for i in range(10):\n    pass'],
  ['name = text.upper)', 'name = text.upper()'],
  ['if res-1] == 3:\n    pass', 'if res[-1] == 3:\n    pass'],
  [
    'def stop(self):\n    pass\ndef cancelself, event):\n    pass',
    'def stop(self):\n    pass\ndef cancel(self, event):\n    pass',
  ],
  ['def areawidth):\n    return width\narea(1)', 'def area(width):\n    return width\narea(1)'],
  ['mid = lo + hi) // 2', 'mid = (lo + hi) // 2'],
])

repairs(closeString, [
  ['print("hello)', 'print("hello")'],
  ['total = 5\nprint("Total:, total)', 'total = 5\nprint("Total:", total)'],
  ["print('It's fine')", String.raw`print('It\'s fine')`],
  [`print("hello')`, 'print("hello")'],
  ['d = {"a: 1, "b": 2}', 'd = {"a": 1, "b": 2}'],
  ['print(Hello, world")', 'print("Hello, world")'],
  ['print("hello\n")', String.raw`print("hello\n")`],
  ["n = 10\nprint('Sum:  + str(n))", "n = 10\nprint('Sum: ' + str(n))"],
  ["log = []\nprint(', .join(log))", "log = []\nprint(', '.join(log))"],
  ["names = ['a', 'b', c']", "names = ['a', 'b', 'c']"],
  ['out.decode("utf-8)', 'out.decode("utf-8")'],
  ["total = 1\nprint('total)", 'total = 1\nprint(total)'],
  ['words = f()\nx = " ".join(words)"', 'words = f()\nx = " ".join(words)'],
  ['words = f()\nx = " ".join(words"[0])', 'words = f()\nx = " ".join(words[0])'],
])

repairs(closeTripleQuote, [
  ['def f(x):\n    """Doubles.\n    return x * 2', 'def f(x):\n    """Doubles."""\n    return x * 2'],
  ['def f():\n    Does it."""\n    return 2', 'def f():\n    """Does it."""\n    return 2'],
  ['def f():\n    ""Does it."""\n    return 2', 'def f():\n    """Does it."""\n    return 2'],
  [
    'def f():\n    """Does it.\n\n    f(x) is fine.\n    \n    return 2',
    'def f():\n    """Does it.\n\n    f(x) is fine.\n    """\n    return 2',
  ],
  ['TEXT = """one\ntwo\n\nprint(TEXT)', 'TEXT = """one\ntwo"""\n\nprint(TEXT)'],
])

repairs(fString, [
  ['print(f"{d["key"]}")', `print(f"{d['key']}")`],
  ['print(f"Hello {name, how are you")', 'print(f"Hello {name}, how are you")'],
  ['print(f"Hello name}")', 'print(f"Hello {name}")'],
  ['print(f"{len(x}")', 'print(f"{len(x)}")'],
  [String.raw`print(f"{'\n'.join(x)}")`, 'print(f"{chr(10).join(x)}")'],
])

repairs(missingColon, [
  ['def f(x)\n    return x', 'def f(x):\n    return x'],
  ['if x > 3  # big\n    pass', 'if x > 3:  # big\n    pass'],
  ['try;\n    pass', 'try:\n    pass'],
  ['if x > 3 return y', 'if x > 3: return y'],
  ['print(x):', 'print(x)'],
])

repairs(missingComma, [
  ['x = [1 2, 3]', 'x = [1, 2, 3]'],
  ['f(a b)', 'f(a, b)'],
  ['x = {"a" 1, "b": 2}', 'x = {"a": 1, "b": 2}'],
  ['x = {"a": "b" "c": 1}', 'x = {"a": "b", "c": 1}'],
  ['for i range(3):\n    pass', 'for i in range(3):\n    pass'],
  ['for key value in d.items():\n    pass', 'for key, value in d.items():\n    pass'],
  ['def f(a *rest):\n    pass', 'def f(a, *rest):\n    pass'],
  ['if x not items:\n    pass', 'if x not in items:\n    pass'],
  ['for i (1, 2):\n    pass', 'for i in (1, 2):\n    pass'],
  ['self.go(self items)', 'self.go(self.items)'],
  ['def f(self name):\n    pass', 'def f(self, name):\n    pass'],
])

it('a text that goes on behind its end, until it ends again, is one text', () => {
  const code = 'def f(x):\n    """\n    Doubles x.\n    """\n of the given number.\n    """\n    return 2 * x'
  const told = faultOf(code, ['IndentationError', 'unindent does not match any outer indentation level', 5])
  expect(repairsBy(closeTripleQuote, told)).toContain(code.replace('    """\n of', '\n of'))
})

repairs(equalsSign, [
  ['if x = 5:\n    pass', 'if x == 5:\n    pass'],
  ['while x =< 5:\n    pass', 'while x <= 5:\n    pass'],
  ['x = {"a" = 1}', 'x = {"a" : 1}'],
  ['f(a: 1)', 'f(a= 1)'],
  ['y = [x for x in z if x = 1]', 'y = [x for x in z if x == 1]'],
  ['if (a[0] = 1): b[0] = 2', 'if (a[0] == 1): b[0] = 2'],
])

it('a comparison of three values is not made of a lost sign', () => {
  expect(parsedBy(equalsSign, 'if gcd=n==0:\n    pass')).toBeUndefined()
})

it('a name is given a value in a condition only where it has none yet', () => {
  const proposed = (code: string) => repairsBy(equalsSign, faultOf(code, ['SyntaxError', 'invalid syntax', 1]))
  expect(proposed('while line = read():\n    pass')).toContain('while line := read():\n    pass')
  expect(proposed('def f(k):\n    if k = 1:\n        pass')).toEqual(['def f(k):\n    if k == 1:\n        pass'])
})

repairs(misspeltKeyword, [
  ['whiel True:\n    pass', 'while True:\n    pass'],
  ['fed f():\n    pass', 'def f():\n    pass'],
  ['for x ni items:\n    pass', 'for x in items:\n    pass'],
  ['from os imporut path', 'from os import path'],
  ['from pathlib importPath', 'from pathlib import Path'],
  ['If (a):\n    pass', 'if (a):\n    pass'],
  ['elseif x:\n    pass', 'elif x:\n    pass'],
])

repairs(strayToken, [
  ['def f:\n    pass', 'def f():\n    pass'],
  ['x = = 3', 'x = 3'],
  ['f(key=1, x)', 'f(x, key=1)'],
  ['$x = 3', 'x = 3'],
])
