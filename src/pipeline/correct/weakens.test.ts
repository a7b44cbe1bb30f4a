import { describe, expect, it } from 'vitest'
import { weakens } from './weakens.ts'

const python = (before: string, after: string) => weakens({ before, after, language: 'python' })
const bash = (before: string, after: string) => weakens({ before, after, language: 'bash' })
const javascript = (before: string, after: string) => weakens({ before, after, language: 'javascript' })
const sql = (before: string, after: string) => weakens({ before, after, language: 'sql' })

describe('a change that weakens a program is refused', () => {
  it.each([
    ['an assertion is gone', 'assert x == 1\nprint(x)\n', 'print(x)\n'],
    ['an assertion is made a comment', 'assert x == 1\nprint(x)\n', '# assert x == 1\nprint(x)\n'],
    ['an error is swallowed', 'go()\n', 'try:\n    go()\nexcept Exception:\n    pass\n'],
    ['an error is suppressed', 'go()\n', 'import contextlib\nwith contextlib.suppress(Exception):\n    go()\n'],
    ['a raise is gone', 'if bad:\n    raise ValueError("x")\n', 'if bad:\n    print("x")\n'],
    ['an exit is added', 'go()\n', 'import sys\nsys.exit(0)\ngo()\n'],
    ['the failing line is gone', 'a = 1\nb = undefined_thing(a)\nprint(a)\n', 'a = 1\nprint(a)\n'],
    ['the failing line is made a comment', 'a = 1\nb = missing(a)\n', 'a = 1\n# b = missing(a)\n'],
    ['the failing call is made nothing', 'total = compute(a, b, c, d)\n', 'total = 0\n'],
    ['a shell is brought in', 'import foo\n', 'import subprocess as foo\n'],
    ['a package is installed', 'import foo\n', 'import os\nos.system("pip install foo")\nimport foo\n'],
  ])('in Python where %s', (_, before, after) => {
    expect(python(before, after)).toBeTypeOf('string')
  })

  it.each([
    ['strictness is gone', 'set -euo pipefail\nfoo\n', 'set -o pipefail\nfoo\n'],
    ['a failure is hidden', 'grep x file\n', 'grep x file || true\n'],
    ['its words are hidden', 'grep x file\n', 'grep x file 2>/dev/null\n'],
    ['strictness is switched off', 'foo\n', 'set +e\nfoo\n'],
    ['rights are widened', './run.sh\n', 'chmod 777 run.sh\n./run.sh\n'],
  ])('in Bash where %s', (_, before, after) => {
    expect(bash(before, after)).toBeTypeOf('string')
  })

  it('a command named `unique` is no promise of a table', () => {
    expect(bash('sort a | unique -c\n', 'sort a | uniq -c\n')).toBeUndefined()
    expect(sql('CREATE TABLE t (a INT UNIQUE);\n', 'CREATE TABLE t (a INT);\n')).toBeTypeOf('string')
  })

  it('JavaScript may lose the types that it cannot have, and nothing else with them', () => {
    const typed =
      'interface User { name: string; age: number; city: string }\nfunction f(user: User): string {\n  return user.name\n}\ngo(f)\n'
    expect(javascript(typed, 'function f(user) {\n  return user.name\n}\ngo(f)\n')).toBeUndefined()
    expect(javascript(typed, 'go(f)\n')).toBeTypeOf('string')
  })

  it('JavaScript: an error is caught, a throw is gone, eval is brought in', () => {
    expect(javascript('go()', 'try { go() } catch {}')).toMatch(/swallows/)
    expect(javascript('if (!x) throw new Error("x")', 'if (!x) console.log("x")')).toMatch(/raises/)
    expect(javascript('run(code)', 'eval(code)')).toMatch(/eval/)
  })

  it('SQL: a constraint is gone, a conflict is ignored', () => {
    expect(sql('CREATE TABLE t (a INT NOT NULL);', 'CREATE TABLE t (a INT);')).toMatch(/assertion/)
    expect(sql('INSERT INTO t VALUES (1);', 'INSERT OR IGNORE INTO t VALUES (1);')).toMatch(/hides/)
  })
})

describe('a change that repairs a program is let through', () => {
  it.each([
    ['a name is spelt right', 'print(coutn)\n', 'print(count)\n'],
    ['a bracket is closed', 'print(foo(1)\n', 'print(foo(1))\n'],
    ['a comment of another language', 'x = 1 // the first one of them all\n', 'x = 1  # the first one of them all\n'],
    ['prose is gone', 'Here is the code you asked for:\nprint(1)\n', 'print(1)\n'],
    ['a fence is gone', '```python\nprint(1)\n```\n', 'print(1)\n'],
    ['an import is added', 'print(json.dumps(1))\n', 'import json\nprint(json.dumps(1))\n'],
    ['a module that it names is imported', 'subprocess.run(["ls"])\n', 'import subprocess\nsubprocess.run(["ls"])\n'],
    ['an old except', 'try:\n  go()\nexcept E, e:\n  raise\n', 'try:\n  go()\nexcept E as e:\n  raise\n'],
    ['a foreign function', 'function add(a, b) {\n  return a + b\n}\n', 'def add(a, b):\n  return a + b\n'],
    ['a handler is spelt right', 'try:\n  go()\nexecpt E:\n  stop()\n', 'try:\n  go()\nexcept E:\n  stop()\n'],
    ['a line becomes one that stands elsewhere too', 'f(a, b)\nif x\n  f(a b)\n', 'f(a, b)\nif x\n  f(a, b)\n'],
    [
      'a dangerous name that it meant is spelt right',
      'eval_(x); subproces.run(["ls"])\n',
      'eval_(x); subprocess.run(["ls"])\n',
    ],
    ['a pattern is compiled', 'import re\nre.comple("a")\n', 'import re\nre.compile("a")\n'],
    [
      'a built-in is no method of the object, however often',
      '    return self.min(a) + self.min(b) + self.min(c) + self.min(d) + self.min(e)\n',
      '    return min(a) + min(b) + min(c) + min(d) + min(e)\n',
    ],
    ['prompts are gone', '>>> x = 1\n>>> print(x)\n', 'x = 1\nprint(x)\n'],
  ])('in Python where %s', (_, before, after) => {
    expect(python(before, after)).toBeUndefined()
  })

  it('JavaScript and Bash: a handler or an exit that was only misspelt is spelt right', () => {
    expect(javascript('try { go() } caatch (e) { throw e }', 'try { go() } catch (e) { throw e }')).toBeUndefined()
    expect(bash('[ -f a ] || exti 1\n', '[ -f a ] || exit 1\n')).toBeUndefined()
  })

  it('Bash and SQL: missing words are added, and misspelt ones corrected', () => {
    expect(bash('if true; then echo "$#"\n', 'if true; then echo "$#"\nfi\n')).toBeUndefined()
    expect(sql('SELEC a FROM t;', 'SELECT a FROM t;')).toBeUndefined()
  })
})

it('the last sentence of an answer is no code, though a mark of its model stands behind it', () => {
  const sentence = 'Note that this function assumes that both numbers are positive and not very large. 😊</s>'
  const change = { before: `run(1)\n\n${sentence}\n`, after: `run(1)\n\n// ${sentence}\n`, language: 'javascript' }
  expect(weakens(change)).toBeUndefined()
})

describe('a return with code of its block behind it', () => {
  const before = 'def f(n):\n    return 0\n    return n\n'
  const after = 'def f(n):\n    return n\n'

  it('may go where tests of the caller pass without it', () => {
    expect(weakens({ before, after, language: 'python' }, { isTested: true })).toBeUndefined()
    expect(python(before, after)).toBeTypeOf('string')
  })

  it('stays where nothing stands behind it, or a branch that it ends', () => {
    const last = 'def f(n):\n    total = n\n    return total\n'
    expect(
      weakens({ before: last, after: 'def f(n):\n    total = n\n', language: 'python' }, { isTested: true }),
    ).toBeTypeOf('string')
    const branch = 'def f(n):\n    if n:\n        return 0\n    return n\n'
    expect(
      weakens(
        { before: branch, after: 'def f(n):\n    if n:\n    return n\n', language: 'python' },
        { isTested: true },
      ),
    ).toBeTypeOf('string')
  })
})
