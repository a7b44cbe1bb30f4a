import { describe, expect, it } from 'vitest'
import { proposed, type Told } from './repaired.fixture.ts'
import { strategies } from './strategies.ts'

const byId = (id: string) => strategies.find((each) => each.id === id) ?? expect.fail(`no strategy ${id}`)

const MADE_UP: [id: string, code: string, told: Told, assumption: RegExp][] = [
  ['python/division-by-zero', 'm = sum(x) / len(x)', { message: 'division by zero', line: 1 }, /0 where len\(x\) is 0/],
  [
    'python/first-item',
    'd = {}\nif w in d:\n    d[w] = 1\nd[w] += 1',
    { message: "'a'", line: 4 },
    /does not have begins empty/,
  ],
  [
    'python/stray-token',
    'x = 3 +\nprint(x)\n',
    { type: 'SyntaxError', message: 'invalid syntax', line: 1 },
    /nothing was to stand behind "\+" on line 1/,
  ],
  [
    'python/none-result',
    'def f(a):\n    b = a\n\nprint(f(1) + 1)\n',
    { type: 'TypeError', message: "unsupported operand type(s) for +: 'NoneType' and 'int'", line: 4 },
    /result of f\(\) is "b"/,
  ],
  [
    'python/whole-number',
    'for i in range(x):\n    pass\n',
    { type: 'TypeError', message: "'float' object cannot be interpreted as an integer", line: 1 },
    /fraction of a number may be cut/,
  ],
  [
    'python/convert-argument',
    'n = int(x)',
    { type: 'ValueError', message: "invalid literal for int() with base 10: '3.7'", line: 1 },
    /fraction of a number may be cut/,
  ],
  [
    'python/convert-argument',
    'n = int(x)',
    { type: 'ValueError', message: "invalid literal for int() with base 10: '1,5'", line: 1 },
    /comma in a number parts thousands/,
  ],
  [
    'python/surroundings',
    "t = open('a', encoding='utf-8').read()",
    { type: 'UnicodeDecodeError', message: "'utf-8' codec can't decode byte 0xe9", line: 1 },
    /the file is Latin-1/,
  ],
  [
    'python/missing-directory',
    "os.mkdir('a')",
    { type: 'FileExistsError', message: "[Errno 17] File exists: 'a'", line: 1 },
    /there already/,
  ],
  [
    'python/indentation',
    'def f():\n',
    { type: 'IndentationError', message: 'expected an indented block after function definition on line 1', line: 1 },
    /block of line 1 has nothing to do/,
  ],
  [
    'javascript/escape-quote',
    'const name = 1\nrun("Hi "name"!")\n',
    { message: 'missing ) after argument list', line: 2 },
    /the variable, and no word in quotes/,
  ],
  [
    'javascript/optional-chain',
    "const n = user.name.first ?? 'x'",
    { type: 'TypeError', message: "Cannot read properties of undefined (reading 'first')", line: 1, column: 21 },
    /missing value before `first` may be passed over/,
  ],
  [
    'javascript/declare-name',
    'function f() {\n  console.log(n)\n  n = 1\n}\nf()\n',
    { type: 'ReferenceError', message: 'n is not defined', line: 2 },
    /`n` may be undefined/,
  ],
  [
    'javascript/declare-name',
    'function f(b) {\n  if (b < n) { n = b }\n  return n\n}\nf(1)\n',
    { type: 'ReferenceError', message: 'n is not defined', line: 2 },
    /`n` may be undefined/,
  ],
  [
    'javascript/lost-start',
    'for (const x of xs) out += x\nrun(out)\n',
    { type: 'ReferenceError', message: 'out is not defined', line: 1 },
    /`out` begins with 0/,
  ],
  [
    'javascript/change-declaration',
    'const n;\nconsole.log(n + 1)\n',
    { message: 'Missing initializer in const declaration', line: 1 },
    /`n` may be undefined/,
  ],
  [
    'javascript/call-super',
    'class A { constructor(a, b) { this.a = a } }\nclass B extends A { constructor(a) { this.c = a } }\n',
    { type: 'ReferenceError', message: 'Must call super constructor in derived class', line: 2 },
    /A can do without b/,
  ],
  ['bash/begin-body', 'if true; then\n  # later\nfi\n', {}, /empty body has nothing to do/],
  [
    'sql/insert-shape',
    'CREATE TABLE a (b TEXT);\nCREATE TABLE a (c TEXT);\n',
    { type: 'SqlError', message: 'table a already exists', line: 2, column: 1 },
    /there already/,
  ],
]

const SAFE: [id: string, code: string, told: Told][] = [
  ['python/misspelt-key', 'd = {"name": 1}\nd["nmae"]', { message: "'nmae'", line: 2 }],
  ['python/none-result', 'x = x.sort()\nprint(x[0])', { message: "'NoneType' object is not subscriptable", line: 2 }],
  [
    'python/whole-number',
    'for i in range(n / 2):\n    pass\n',
    { type: 'TypeError', message: "'float' object cannot be interpreted as an integer", line: 1 },
  ],
  ['javascript/declare-name', 'n = 1\nconsole.log(n)\n', { message: 'n is not defined', line: 1 }],
  ['javascript/change-declaration', 'const n;\nn = 1\n', { message: 'Missing initializer in const', line: 1 }],
]

describe('a change that makes something up', () => {
  it.each(MADE_UP)('by %s of %j states its assumption in plain words', (id, code, told, assumption) => {
    const strategy = byId(id)
    expect(proposed(strategy, code, told).flatMap((each) => each.assumption ?? [])).toEqual(
      expect.arrayContaining([expect.stringMatching(assumption)]),
    )
    expect(strategy.bold).toBeTruthy()
  })

  it('is stated by every strategy that the documentation calls bold', () => {
    const bold = strategies.filter((each) => each.bold !== undefined).map(({ id }) => id)
    expect(bold.sort()).toEqual([...new Set(MADE_UP.map(([id]) => id))].sort())
  })
})

it.each(SAFE)('the surest change by %s of %j makes nothing up', (id, code, told) => {
  const [best] = proposed(byId(id), code, told).sort((one, other) => other.sureness - one.sureness)
  expect(best).toBeDefined()
  expect(best?.assumption).toBeUndefined()
})
