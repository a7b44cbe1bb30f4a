import { describe, expect, it } from 'vitest'
import { unknownNames } from './unknown-names.ts'

const lines = (...parts: string[]): string => `${parts.join('\n')}\n`

describe('names that nothing defines', () => {
  it.each([
    [
      'a name in a branch',
      'python',
      lines('def f(x):', '    if x:', '        return other', '    return x'),
      ['other'],
    ],
    [
      'a method that its class does not have',
      'python',
      lines('class A:', '    def run(self, n):', '        return self.total(n)', 'A()'),
      ['self.total'],
    ],
    [
      'a name beside a star',
      'python',
      lines('from math import *', 'print(sqrt(4) if pi else undefinedThing)'),
      ['undefinedThing'],
    ],
    ['a name in an annotation that is read', 'python', lines('def f(x: Any):', '    return x'), ['Any']],
    [
      'a name in an unread annotation and elsewhere',
      'python',
      lines('from __future__ import annotations', 'def f(x: Any):', '    return Any'),
      ['Any', 'Any'],
    ],
    ['a name in a branch', 'javascript', 'function f(x) { if (x) return other; return x }\nf(0)\n', ['other']],
    [
      'a member that nothing sets',
      'javascript',
      'class A { run(n) { return n ? this.total(n) : 0 } }\nnew A().run(0)\n',
      ['this.total'],
    ],
  ])('are told: %s (%s)', (_, language, code, names) => {
    expect(unknownNames(code, language)).toEqual(names)
  })

  it.each([
    ['python', lines('import os.path as p', 'from typing import *', 'def f(a: List[int], *rest, key=None, **more):')],
    [
      'python',
      lines('for i, (a, b) in enumerate(x := [(1, 2)]):', '    print([c for c in (a, b)], i, x, f"{a!r:>{b}}")'),
    ],
    ['python', lines('from somewhere import *', 'print(anything)')],
    ['python', lines('from __future__ import annotations', 'def f(x: Any = 1, *y: List[Any]) -> Nothing:')],
    ['python', lines('class A(Base):', '    def f(self):', '        return self.inherited', 'Base = object')],
    [
      'python',
      lines(
        'class A:',
        '    count = 0',
        '    def f(self):',
        '        self.a, self.b = 1, 2',
        '        return self.count + self.b',
      ),
    ],
    ['python', lines('try:', '    text = unicode', 'except NameError:', '    text = str')],
    ['python', lines('exec("made = 1")', 'print(made)')],
    [
      'javascript',
      'const { a, b: [c] = [], ...rest } = JSON.parse("{}")\nconsole.log(a, c, rest, ((x, { y }) => x + y)(1, { y: 2 }))\n',
    ],
    [
      'javascript',
      'if (typeof window !== "undefined") window.start()\nouter: for (const i of [1]) { continue outer }\n',
    ],
    [
      'javascript',
      'class A { #n = 1; static of() { return new A() } get n() { return this.#n } }\nconsole.log(A.of().n)\n',
    ],
    ['javascript', 'import fs, { join as j } from "node:path"\ntry { j("a") } catch (e) { console.log(e, fs) }\n'],
    ['bash', 'echo "$HOME $anything"\n'],
  ])('are none where everything has a definition, or may come from elsewhere (%s: %s)', (language, code) => {
    expect(unknownNames(code, language)).toEqual([])
  })
})
