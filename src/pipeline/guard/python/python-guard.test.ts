import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TextEdit } from '../../../contract/finding.ts'
import { pythonGuard } from './python-guard.ts'
import { lines } from './samples/sample.fixture.ts'

function spotsIn(code: string) {
  const { program } = pythonGuard.read(code, 'python')
  return pythonGuard.rules.flatMap((rule) => [...rule.find(program)].map((spot) => ({ rule: rule.id, ...spot })))
}

/** Applies all edits, the last one first. */
const edited = (code: string, edits: readonly TextEdit[]): string =>
  [...edits]
    .sort((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code)

const FIXES: [rule: string, before: string, after: string][] = [
  [
    'python/unsafe-yaml',
    lines('import yaml', 'yaml.load(text, Loader=yaml.Loader)'),
    lines('import yaml', 'yaml.safe_load(text)'),
  ],
  [
    'python/needless-shell',
    lines('import subprocess', 'subprocess.run("git log --oneline", shell=True, check=True)'),
    lines('import subprocess', "subprocess.run(['git', 'log', '--oneline'], check=True)"),
  ],
  [
    'python/tls-not-verified',
    lines('import requests', 'requests.get(url, verify=False, timeout=5)'),
    lines('import requests', 'requests.get(url, timeout=5)'),
  ],
  [
    'python/debug-server',
    lines('import flask', 'flask.Flask("x").run(debug=True)'),
    lines('import flask', 'flask.Flask("x").run(debug=False)'),
  ],
  [
    'python/eval',
    lines('"""Sums."""', 'values = eval("[1, 2, {\'a\': None}]")'),
    lines('"""Sums."""', 'import ast', 'values = ast.literal_eval("[1, 2, {\'a\': None}]")'),
  ],
  [
    'python/guessable-token',
    lines('import random', 'token = "".join(random.choice("abc") for _ in range(random.randint(8, 9)))'),
    lines(
      'import secrets',
      'import random',
      'token = "".join(secrets.choice("abc") for _ in range(secrets.SystemRandom().randint(8, 9)))',
    ),
  ],
  [
    'python/weak-hash',
    lines('import hashlib', 'hashlib.md5(password.encode())'),
    lines('import hashlib', 'hashlib.sha256(password.encode())'),
  ],
]

describe('the guard for Python', () => {
  it.each(FIXES)('%s offers a rewrite', (rule, before, after) => {
    const [spot] = spotsIn(before).filter((one) => one.rule === rule)
    expect(edited(before, spot?.fix?.edits ?? [])).toBe(after)
  })

  it.each([
    ['a shell that is needed', 'import subprocess\nsubprocess.run("ls | wc -l", shell=True)\n'],
    ['a command of the shell itself', 'import subprocess\nsubprocess.run("cd x", shell=True)\n'],
    ['code that is more than a value', 'eval("len([1, 2])")\n'],
    ['what is called by another name', 'from yaml import load\nload(text)\n'],
  ])('offers no rewrite for %s', (_, code) => {
    expect(spotsIn(code).filter(({ fix }) => fix)).toEqual([])
  })

  it('finds dangers in a broken program as far as it can be read', () => {
    const { isPartial } = pythonGuard.read('def f(:\n    x = [\n', 'python')
    expect(isPartial).toBe(true)
    for (const broken of [
      'def f(name:\n    show("ls " + name\nprint(eval(input()))\n',
      'x = = 3\nif x\n  print(eval(input()))\n',
    ]) {
      expect(spotsIn(broken).map(({ rule }) => rule)).toContain('python/eval')
    }
  })

  it('reads the code before a text and behind the end of one, also in a broken program', () => {
    const hidden = [
      'print(eval(input()))\n"""A text."""\nif (\n',
      'Returns the sum of it.\n"""\nprint(eval(input()))\n',
    ]
    for (const code of hidden) expect(spotsIn(code).map(({ rule }) => rule)).toContain('python/eval')
  })

  it('judges programs that call each other without end, and nest without end', () => {
    const knot = Array.from({ length: 60 }, (_, n) => `def f${n}(x):\n    return f${(n + 1) % 60}(x)\n`).join('')
    expect(spotsIn(`${knot}eval(f0(input()))\n`).some(({ rule }) => rule === 'python/eval')).toBe(true)
    expect(() => spotsIn(`${'('.repeat(800)}eval(x)${')'.repeat(800)}\n${'f('.repeat(450)}`)).not.toThrow()
  })

  it('never throws, and stays inside of the program, whatever it is', () => {
    const pieces = [
      ...[
        'import os',
        'from os import *',
        'import a.b as c',
        'os.system(',
        'eval',
        'exec(',
        'getattr(os, ',
        "'sys' + 'tem'",
      ],
      ...[
        'f"{x!r:>{y}}"',
        '"%s" % ',
        '.format(',
        '.join(',
        '[::-1]',
        'def f(a, *b):',
        'class A(B):',
        'return ',
        'lambda x: ',
      ],
      ...[
        'for x in ',
        'while True:',
        'if x in Y:',
        'try:',
        'except:',
        'with open(x) as f:',
        '@app.route("/")',
        '__proto__',
      ],
      ...[
        'constructor',
        '\n',
        '\n    ',
        '(',
        ')',
        '[',
        ']',
        '{',
        '}',
        ':',
        ',',
        '=',
        '+=',
        '**',
        'x',
        '1',
        '"😀"',
        "b'\\x",
        '\u0000',
      ],
    ]
    const source = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(source, (code) => {
        for (const { start, end, fix } of spotsIn(code)) {
          for (const place of [{ start, end }, ...(fix?.edits ?? [])]) {
            expect(place.start).toBeGreaterThanOrEqual(0)
            expect(place.end).toBeGreaterThanOrEqual(place.start)
            expect(place.end).toBeLessThanOrEqual(code.length)
          }
        }
      }),
      { numRuns: 150 },
    )
  })
})
