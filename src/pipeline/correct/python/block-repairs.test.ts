import { describe, expect, it } from 'vitest'
import type { Strategy } from '../strategy.ts'
import { foreignSyntax } from './foreign-syntax.ts'
import { indentation } from './indentation.ts'
import { leftovers } from './leftovers.ts'
import { missingAwait } from './missing-await.ts'
import { oddCharacters } from './odd-characters.ts'
import { outsideBlock } from './outside-block.ts'
import { pasteResidue } from './paste-residue.ts'
import { python2Syntax } from './python2-syntax.ts'
import { faultOf, parsedBy, repairBy } from './repair.fixture.ts'
import { tabs } from './tabs.ts'

type Row = [broken: string, repaired: string]

function repairs(strategy: Strategy, rows: Row[]): void {
  describe(strategy.id, () => {
    it.each(rows)('%j becomes %j', (broken, repaired) => {
      expect(parsedBy(strategy, broken)).toBe(repaired)
    })
  })
}

repairs(indentation, [
  ['for i in x:\nprint(i)', 'for i in x:\n    print(i)'],
  ['def f():\n    x = 1\n  return x', 'def f():\n    x = 1\n    return x'],
  ['x = 1\n  y = 2', 'x = 1\ny = 2'],
  ['  x = 1\n  y = 2', 'x = 1\ny = 2'],
  ['if a:\n    b = 1\n  else:\n    c = 1', 'if a:\n    b = 1\nelse:\n    c = 1'],
  ['def f(a):\nb = a\nreturn b\n\nprint(f(1))', 'def f(a):\n    b = a\n    return b\n\nprint(f(1))'],
  ['if a:\nb = 1\nc = 2\nelse:\n    d = 3', 'if a:\n    b = 1\n    c = 2\nelse:\n    d = 3'],
  [
    'def f(xs):\n    for x in xs:\n    y = x * 2\n    out.append(y)\n    return out',
    'def f(xs):\n    for x in xs:\n        y = x * 2\n        out.append(y)\n    return out',
  ],
  ['def f(n):\n    # Doubles it.\n\nreturn n * 2\n\nf(1)', 'def f(n):\n    # Doubles it.\n\n    return n * 2\n\nf(1)'],
  ['class Empty:\n', 'class Empty:\n    pass\n'],
  ['for i in x:\nif i:\n    a()\nb(i)\nc()', 'for i in x:\n    if i:\n        a()\n    b(i)\nc()'],
  [
    'class A:\ndef f(self):\n    x = 1\n    return x\n\ndef g(self):\n    return 2\n\nprint(A().f())',
    'class A:\n    def f(self):\n        x = 1\n        return x\n\n    def g(self):\n        return 2\n\nprint(A().f())',
  ],
  [
    'def f(n):\n    for i in n:\n    if i:\n        a = i\n        break\n    return a',
    'def f(n):\n    for i in n:\n        if i:\n            a = i\n            break\n    return a',
  ],
])

it('a program without any indentation is only guessed at: its blocks are assumed', () => {
  const code = 'def f(s):\nn = 0\nfor c in s:\nn += 1\nreturn n'
  const [first] = indentation.propose(faultOf(code, ['IndentationError', 'expected an indented block', 2]))
  expect(first?.assumption).toMatch(/guessed/)
})

repairs(pasteResidue, [
  ['if a &lt; b &amp;&amp; c:\n    pass', 'if a < b && c:\n    pass'],
  ['@@ -0,0 +1,2 @@\n+if a:\n+    b()', 'if a:\n    b()'],
  ['+if a:\n+    b()', 'if a:\n    b()'],
  ['my\\_list = f\\_1(x)', 'my_list = f_1(x)'],
  ['execute[\nprint(x[0]\n)\n]', '\nprint(x[0]\n)\n'],
  ['def \\_\\_init\\_\\_(self):\n    pass', 'def __init__(self):\n    pass'],
  ['`print(1)`', 'print(1)\n'],
  ['Thought: I run it.\nAction: print(1)', '# Thought: I run it.\nprint(1)'],
  ['Action: search the web\nAction Input: print(1)', '# Action: search the web\nprint(1)'],
  ['Thought: I run it.\nAction Input: print(1)', '# Thought: I run it.\nprint(1)'],
])

it.each([
  ['python\nprint(1)', 'print(1)'],
  ['thon\nprint(1)', 'print(1)'],
  ['print(1)\npython', undefined],
])('the language of a block is no code, as its first line: %j', (code, repaired) => {
  const line = code.startsWith('print') ? 2 : 1
  expect(repairBy(pasteResidue, faultOf(code, ['NameError', "name 'python' is not defined", line]))).toBe(repaired)
})

repairs(tabs, [['if a:\n    b = 1\n\tc = 2', 'if a:\n    b = 1\n    c = 2']])

repairs(outsideBlock, [
  ['def f(x):\n    y = x\nreturn y', 'def f(x):\n    y = x\n    return y'],
  ['for i in x:\n    if i:\n        print(i)\nbreak', 'for i in x:\n    if i:\n        print(i)\n        break'],
  ['import asyncio\nawait main()', 'import asyncio\nasyncio.run(main())'],
])

repairs(missingAwait, [['def f():\n    await g()', 'async def f():\n    await g()']])

repairs(oddCharacters, [
  ['print(“hello”)', 'print("hello")'],
  ['x\u00a0= 1\u200b', 'x = 1'],
  ['y = "a – b"; z = 3 – 1', 'y = "a – b"; z = 3 - 1'],
])

repairs(leftovers, [
  ['>>> x = 1\n>>> print(x)\n1', 'x = 1\nprint(x)\n# 1'],
  ['Here is the code:\n```python\nprint(1)\n```', '# Here is the code:\n# ```python\nprint(1)\n# ```'],
  ["Sure! Here's a script that does it:\n\nprint(1)", "# Sure! Here's a script that does it:\n\nprint(1)"],
  ['1  if x:\n2      print(x)', 'if x:\n    print(x)'],
  [
    'print(1)\n\nThis function calls append() for each item, and takes O(n log n) time (more or less).',
    'print(1)\n\n# This function calls append() for each item, and takes O(n log n) time (more or less).',
  ],
])

repairs(python2Syntax, [
  ['print "a", 3', 'print("a", 3)'],
  ['print >>sys.stderr, x', 'print(x, file=sys.stderr)'],
  ['print x,', 'print(x, end=" ")'],
  ['try:\n    f()\nexcept E, e:\n    raise V, "x"', 'try:\n    f()\nexcept E as e:\n    raise V("x")'],
  ['if a <> 10L:\n    b = `c`', 'if a != 10:\n    b = repr(c)'],
  ['os.chmod(p, 0755)', 'os.chmod(p, 0o755)'],
  ['d = date(2024, 01, 05)', 'd = date(2024, 1, 5)'],
])

repairs(foreignSyntax, [
  ['if a && !b || c === d:\n    pass', 'if a and not b or c == d:\n    pass'],
  ['if a:\n    b\nelse if c:\n    d', 'if a:\n    b\nelif c:\n    d'],
  ['i++', 'i += 1'],
  ['const x = 5;', 'x = 5;'],
  ['int x = 5', 'x = 5'],
  ['let y;', 'y = None;'],
  ['function f(a, b) {\n    return a\n}', 'def f(a, b):\n    return a\n'],
  ['if (a) {\n    b\n} else {\n    c\n}', 'if (a):\n    b\nelse:\n    c\n'],
  ['for (let i = 0; i < n; i++) {\n    f(i)\n}', 'for i in range(n):\n    f(i)\n'],
  ['x = 1 // the first one\n// done', 'x = 1 # the first one\n# done'],
  ['/* a\n * b */\nx = 1', '# a\n # b \nx = 1'],
  ['y = a > b ? a : b', 'y = a if a > b else b'],
  ['f = (a, b) => a + b', 'f = lambda a, b: a + b'],
  ['try {\n    f()\n} catch (e) {\n    g()\n}', 'try:\n    f()\nexcept Exception as e:\n    g()\n'],
  ['if x !in y:\n    pass', 'if x not in y:\n    pass'],
])
