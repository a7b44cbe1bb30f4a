import { expect, it } from 'vitest'
import { assumes } from './assumes.ts'

const MADE_UP: [language: string, before: string, after: string][] = [
  ['python', 'm = a / b', 'm = a / b if b else 0'],
  ['python', 'm = a / b', 'if not b:\n    return None\nm = a / b'],
  ['python', 'v = d[k]', 'v = d.get(k, 0)'],
  ['python', 'd[k] += 1', 'd.setdefault(k, 0)\nd[k] += 1'],
  ['python', 'v = max(x)', 'v = max(x, default=0)'],
  ['python', 'v = f(x)', 'v = f(x) or []'],
  ['python', 'open(p)', "open(p, errors='ignore')"],
  ['python', 'os.makedirs(p)', 'os.makedirs(p, exist_ok=True)'],
  ['python', 'for x in y:\n    f(x)', 'for x in y:\n    if not x:\n        continue\n    f(x)'],
  ['javascript', 'v = a.b.c', 'v = a.b?.c'],
  ['javascript', 'v = f()', 'v = f() ?? fallback'],
  ['typescript', 'v = f()', "v = f() || ''"],
  ['bash', 'echo $x', `echo \${x:-none}`],
  ['sql', 'SELECT a FROM b', 'SELECT COALESCE(a, 0) FROM b'],
  ['postgres', 'CREATE TABLE a (b int)', 'CREATE TABLE IF NOT EXISTS a (b int)'],
]

it.each(MADE_UP)('a change of a model in %s that makes something up is seen: %j', (language, before, after) => {
  expect(assumes({ before, after, language })).toEqual(expect.any(String))
  expect(assumes({ before: after, after: before, language })).toBeUndefined()
})

const ORDINARY: [language: string, before: string, after: string][] = [
  ['python', 'print(totl)', 'print(total)'],
  ['python', 'for x in y\n    print(x', 'for x in y:\n    print(x)'],
  ['python', 'v = d.get(k, 0', 'v = d.get(k, 0)'],
  ['python', 'def f(a):\n    a + 1', 'def f(a):\n    return a + 1'],
  ['javascript', 'const x = y.lenght', 'const x = y.length'],
  ['bash', 'if true\n  echo a\nfi', 'if true; then\n  echo a\nfi'],
  ['sql', 'SELCT a FROM b', 'SELECT a FROM b'],
]

it.each(ORDINARY)(
  'an ordinary repair in %s is not taken for one that makes something up: %j',
  (language, before, after) => {
    expect(assumes({ before, after, language })).toBeUndefined()
  },
)
