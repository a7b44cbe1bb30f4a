import { describe, expect, it } from 'vitest'
import { oddOutput } from './odd-output.ts'
import { refuses } from './refuses.ts'

const SAFE = { mayAssume: false, isBehind: false }
const judged = (language: string) => (before: string, after: string) => refuses({ before, after, language }, SAFE)
const python = judged('python')
const javascript = judged('javascript')
const bash = judged('bash')
const sql = judged('sql')

describe('a change is no repair, however well the program runs with it, when', () => {
  it('no statement is left', () => {
    expect(python('"""doc"""\nprint(x\n', '"""doc"""\n# print(x\n')).toBeTypeOf('string')
    expect(python('Sure, I can help with that!\nfoo(\n', '# Sure, I can help with that!\n"foo("\n')).toBeTypeOf(
      'string',
    )
    expect(javascript('foo(;\n', '// foo(;\n')).toBeTypeOf('string')
  })

  it('an invented `pass` is the only body', () => {
    expect(python('def f(x):\n', 'def f(x):\n    pass\n')).toMatch(/nothing to do/)
    expect(python('for x in xs:\nprint(x)\n', 'for x in xs:\n    pass\nprint(x)\n')).toMatch(/nothing to do/)
    expect(python('if x:\nelse:\n    go()\n', 'if x: ...\nelse:\n    go()\n')).toMatch(/nothing to do/)
    expect(javascript('if (x)\n', 'if (x) {}\n')).toMatch(/nothing to do/)
    expect(bash('if x; then\nfi\n', 'if x; then\n  :\nfi\n')).toMatch(/nothing to do/)
  })

  it('a test calls something else than before', () => {
    const code = 'def total(xs):\n    return sum(xs)\n\n'
    expect(python(`${code}assert totl([1]) == 1\n`, `${code}assert total([1]) == 1\n`)).toMatch(/test/)
    expect(javascript('function f() {}\nexpect(g(1)).toBe(1)\n', 'function f() {}\nexpect(f(1)).toBe(1)\n')).toMatch(
      /test/,
    )
  })

  it('the text was prose and no program', () => {
    const refusal = "I'm sorry, but I cannot help with that request.\n"
    expect(python(refusal, '"I", "m sorry, but I cannot help with that request."\n')).toMatch(/no program/)
    expect(python(`${refusal}print(x\n`, 'print(x)\n') ?? '').not.toMatch(/no program/)
    const plans = [
      '1. Create an empty list.\n2. Go over the numbers:\n    a. If one is even, append it.\n3. Return the list.',
      'I apologize, but as a model (LLM) I cannot write this. Please tell me more, e.g. the input: list or dict?',
      'the answer is that you need to sum the list and then print it',
      'Es tut mir leid, aber ich kann diese Anfrage nicht beantworten.',
    ]
    for (const plan of plans) expect(python(plan, 'x = 1\n')).toMatch(/no program/)
    for (const code of ['x = 1 2\n', 'return x\n', 'import os sys\n', 'for each in many things:\n', 'x y\n'])
      expect(python(code, 'x = 1\n') ?? '').not.toMatch(/no program/)
    expect(sql('Select name from singer.', 'Select name from singer')).toBeUndefined()
  })

  it('a condition compares two numbers', () => {
    expect(python('if xs[0] % 2 == 0:\n    go()\n', 'if 2 == 0:\n    go()\n')).toMatch(/one answer/)
    expect(javascript('while (n > 1) {\n', 'while (0 < 1) {\n')).toMatch(/one answer/)
    expect(python('if n % 2 == 0\n    go()\n', 'if n % 2 == 0:\n    go()\n')).toBeUndefined()
    expect(sql('SELECT a FROM t WHER 1 = 1;', 'SELECT a FROM t WHERE 1 = 1;')).toBeUndefined()
  })

  it('a caller calls another function than it names', () => {
    const code = 'def total(xs):\n    return sum(xs)\n\n'
    expect(python(`${code}print(average([1]))\n`, `${code}print(total([1]))\n`)).toMatch(/calls `total`/)
  })

  it('an operand equals its neighbour', () => {
    expect(python('print(x - y)\n', 'print(x - x)\n')).toMatch(/`x - x`/)
    expect(python('if i % j == 0:\n    go()\n', 'if i % i == 0:\n    go()\n')).toMatch(/`i % i`/)
    expect(javascript('return a.x > b.x', 'return a.x > a.x')).toMatch(/equal/)
    expect(sql('SELECT 1 FROM t1 JOIN t2 ON t1.id = t2.idd', 'SELECT 1 FROM t1 JOIN t2 ON t1.id = t1.id')).toMatch(
      /equal/,
    )
  })

  it('code becomes a comment', () => {
    expect(python('a = 1\nresult = compute(a)\nprint(a)\n', 'a = 1\n# result = compute(a)\nprint(a)\n')).toBeTypeOf(
      'string',
    )
    expect(python('import nump\nprint(1)\n', '# import nump\nprint(1)\n')).toBeTypeOf('string')
    expect(python('print(f(1))\nprint(f("\n', 'print(f(1))\n"print(f("\n')).toMatch(/text/)
    expect(javascript('let a = 1\nfoo(a)\nbar()\n', 'let a = 1\n// foo(a)\nbar()\n')).toBeTypeOf('string')
  })

  it('a function of the language stands for a value', () => {
    expect(python('n = mx + 1\n', 'n = max + 1\n')).toMatch(/`max`/)
    expect(python('return sums\n', 'return sum\n')).toMatch(/`sum`/)
    expect(python('if x < lenn:\n    go()\n', 'if x < len:\n    go()\n')).toMatch(/`len`/)
    expect(python('x = lst[0]\n', 'x = list + [0]\n')).toMatch(/`list`/)
    expect(python('pairs.append([var, 1])\n', 'pairs.append([vars, 1])\n')).toMatch(/`vars`/)
    expect(javascript('return Mth + 1', 'return Math + 1')).toMatch(/`Math`/)
  })

  it('a type is converted behind another change of the program’s behaviour', () => {
    const change = { before: 'print(a + b)\n', after: 'print(a + str(b))\n', language: 'python' }
    expect(refuses(change, { mayAssume: false, isBehind: true })).toMatch(/converts/)
    expect(refuses(change, SAFE)).toBeUndefined()
  })
})

describe('a change may be a repair when', () => {
  it.each<[string, typeof python, string, string]>([
    [
      'a slip in a call is put right',
      python,
      'def total(x):\n    return x\nprint(totl(1))\n',
      'def total(x):\n    return x\nprint(total(1))\n',
    ],
    [
      'a call has another style',
      javascript,
      'function isPrime() {}\nis_prime(1)\n',
      'function isPrime() {}\nisPrime(1)\n',
    ],
    [
      'a definition follows its caller',
      python,
      'def f(x):\n    return x\nassert g(1) == 1\n',
      'def g(x):\n    return x\nassert g(1) == 1\n',
    ],
    ['a body is moved into its block', python, 'for x in xs:\nprint(x)\n', 'for x in xs:\n    print(x)\n'],
    ['a body was empty before', python, 'class A:\n    pass\nprint(1\n', 'class A:\n    pass\nprint(1)\n'],
    ['a value is doubled', python, 'print(x + y)\n', 'print(x + x)\n'],
    ['a loop has a variable of one letter', bash, 'foreach f in a; do echo; done\n', 'for f in a; do echo; done\n'],
    ['equal operands were there before', python, 'print(x - x\n', 'print(x - x)\n'],
    ['another operand only ends alike', python, 'y = 2 * x - x1\n', 'y = 2 * x - x\n'],
    ['an argument has the name of its parameter', python, 'f(x=xx)\n', 'f(x=x)\n'],
    [
      'prose becomes a comment',
      python,
      'Here is the code you asked for:\nprint(1)\n',
      '# Here is the code you asked for:\nprint(1)\n',
    ],
    ['a builtin is called', python, 'print(lenn(x) + 1)\n', 'print(len(x) + 1)\n'],
    ['a builtin is handed on', python, 'xs = list(map(itn, ys))\n', 'xs = list(map(int, ys))\n'],
    [
      'a type is named',
      python,
      'def f(x: lst[int]) -> itn:\n    return x\n',
      'def f(x: list[int]) -> int:\n    return x\n',
    ],
    ['the program has a value of that name', python, 'max = 3\nprint(mx + 1)\n', 'max = 3\nprint(max + 1)\n'],
    ['the name is a member', python, 'print(a.mx + 1)\n', 'print(a.max + 1)\n'],
  ])('%s', (_, refused, before, after) => {
    expect(refused(before, after)).toBeUndefined()
  })

  it('bold repair may give a block nothing to do', () => {
    const change = { before: 'def f(x):\n', after: 'def f(x):\n    pass\n', language: 'python' }
    expect(refuses(change, { mayAssume: true, isBehind: false })).toBeUndefined()
  })
})

describe('output of a changed program is odd when', () => {
  const odd = (printed: string, code = '', earlier = '') => oddOutput(printed, { code, earlier })

  it.each([
    'total: NaN\n',
    'undefined\n',
    '22undefined\n',
    'undefinedHi\n',
    '3NaN\n',
    '<built-in function max>\n',
    '<function f at 0x7f>\n',
    '[object Object]\n',
    '<bound method A.b of x>\n',
    '[Function: f]\n',
  ])('it has %j', (printed) => expect(odd(printed)).toMatch(/it prints/))

  it('but not when the program names it or printed it before', () => {
    expect(odd('NaN\n', 'console.log(NaN)')).toBeUndefined()
    expect(odd('undefined\nmore\n', '', 'undefined\n')).toBeUndefined()
    expect(odd('banana, nanny, undefinedness\n')).toBeUndefined()
  })
})

it('a name of the language stands for no value, and is no comparison as a type', () => {
  expect(javascript('for (const p of prices) f(p)\n', 'for (const p of process) f(p)\n')).toMatch(/for a value/)
  expect(judged('typescript')('new Map&lt;string, number&gt;()\n', 'new Map<string, number>()\n')).toBeUndefined()
})

it('the lines that a patch takes away are no loss', () => {
  const patch = '@@ -1,2 +1,2 @@\n const a = 2\n-run(a, 1, 2, 3, 4)\n+run(a)\n'
  expect(javascript(patch, 'const a = 2\nrun(a)\n')).toBeUndefined()
})
