import type { Random } from './random.ts'

const KB = 1000
const WORDS =
  'the model wrote a function that returns None and then import numpy as np because it was asked to for each item in list while x is not y print the value of result if you run this in bash with sudo or python3 -c else select from table where id = 1 def class return const let async await => {} [] () "quoted" \'single\' `code` ``` ** __ $HOME $(pwd) | > < & ; : , . ! ? # // /* */ -- ~~~ >>> ... 3.14 0x1F'.split(
    ' ',
  )
const FRAGMENTS = [
  ...['(', '[', '{', '((a', '[x](', '<a ', '"', "'", '`', '"""', "'''", '```python\n', '~~~\n', '> ', '- ', '1. '],
  ...[
    'if x:\n',
    'else ',
    'a,',
    'a=',
    '$(',
    '${',
    '{{',
    'f"{',
    '/*',
    '<!--',
    '\\',
    '\t',
    ' ',
    '\n',
    '\r',
    '\r\n',
    '*_',
    '&&',
  ],
  ...[
    'SELECT (',
    'CASE WHEN ',
    'def f(',
    'lambda ',
    'async ',
    '=>',
    '<<EOF\n',
    '>>> ',
    '... ',
    '$ ',
    '@a\n',
    '0',
    '9e',
    '=-',
    '!',
  ],
  ...[
    'import a\n',
    'print(',
    '`a',
    '[[',
    ']]',
    '}',
    ')',
    'Traceback (most recent call last):\n',
    '  File "a", line 1\n',
  ],
]
const HALF_CODE = [
  ...[
    'def f(x:',
    'if (x',
    'for (let i = 0; i <',
    'print("a',
    'class A(B:',
    'while True',
    'try:',
    'function f(a, {',
    'return [x for',
  ],
  ...[
    'SELECT a FROM (',
    'echo "$(cat <<EOF',
    'const { a, b: [',
    'x = {"a": [1, (2,',
    'elif',
    '} else {',
    'async def',
    'f"{x!r:{',
    'import {',
  ],
]
const QUOTES = ['"', "'", '`', '"""', "'''", "f'", 'r"', '“', '«', "$'", '"\n', "'\n", '` ']
const PROGRAMS = [
  'def average(numbers):\n    total = 0\n    for n in numbers:\n        total += n\n    return total / len(numbers)\n\nprint(average([1, 2, 3]))\n',
  'const names = ["a", "b"]\nfor (const [i, name] of names.entries()) {\n  console.log(i + ": " + name)\n}\n',
  'set -eu\nfor f in *.txt; do\n  wc -l "$f" | awk \'{print $1}\'\ndone\n',
  "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT);\nINSERT INTO t VALUES (1, 'a');\nSELECT * FROM t WHERE id IN (SELECT id FROM t);\n",
]
const ODD = [
  '\u0000',
  '\u0301',
  '\u202e',
  '\ufeff',
  '\ud800',
  '\udfff',
  '👩‍👩‍👧',
  '\u200b',
  '\u2028',
  'ﷺ',
  'İ',
  'ß',
  '\u001b[31m',
  '\u0007',
]

/** Texts by name, so that a finding can name its kind. */
export const textKinds: Record<string, (random: Random) => string> = {
  prose: (random) => fill(random, () => `${random.pick(WORDS)}${random.chance(0.05) ? '\n\n' : ' '}`),
  halfCode: (random) => nestedHalfCode(random),
  repeated: (random) => random.pick(FRAGMENTS).repeat(random.between(1000, 20_000)),
  pairs: (random) =>
    (random.pick(FRAGMENTS) + random.pick(FRAGMENTS) + random.pick(WORDS)).repeat(random.between(500, 8000)),
  brackets: (random) => deepBrackets(random),
  quotes: (random) => `${random.chance(0.5) ? 'print(' : ''}${random.pick(QUOTES).repeat(10_000)}`,
  quotedWords: (random) => fill(random, () => `${random.pick(QUOTES)}${random.pick(WORDS)} `),
  longLine: (random) =>
    random.pick(['a', 'a ', '0', '=', 'ab.', '-', '\\', 'x,']).repeat(random.between(20_000, 100_000)),
  fences: (random) =>
    fill(
      random,
      () =>
        `${'> '.repeat(random.below(6))}${'`'.repeat(random.between(2, 6))}${random.pick(['', 'python', 'js', 'x'])}\n`,
    ),
  odd: (random) => fill(random, () => `${random.pick(ODD)}${random.pick(WORDS)}`),
  traceback: (random) =>
    fill(
      random,
      () => `  File "main.py", line ${random.below(1e6)}, in ${random.pick(WORDS)}\n    ${random.pick(WORDS)}\n`,
    ),
  spoilt: (random) => spoiltProgram(random),
  answer: (random) =>
    fill(
      random,
      () =>
        `${random.pick(WORDS)} \n\`\`\`${random.pick(['python', 'js', 'bash', 'sql', ''])}\n${spoil(random, random.pick(PROGRAMS), 3)}\`\`\`\n`,
    ),
}

/** Ten to two hundred thousand characters as a broken model, or an attacker, would send them. */
export function hostileText(random: Random): { kind: string; text: string } {
  const kind = random.pick(Object.keys(textKinds))
  return { kind, text: textKinds[kind]?.(random) ?? '' }
}

function fill(random: Random, piece: () => string): string {
  const length = random.between(10, 200) * KB
  // Some thousand pieces are made and repeated: making them all anew would take longer than reading them.
  const pieces = Array.from({ length: 2000 }, piece)
  const parts: string[] = []
  for (let total = 0; total < length; ) {
    const next = pieces[parts.length % 7 === 0 ? random.below(pieces.length) : parts.length % pieces.length] ?? ' '
    parts.push(next)
    total += next.length
  }
  return parts.join('')
}

function nestedHalfCode(random: Random): string {
  const lines: string[] = []
  const count = random.between(500, 5000)
  for (let depth = 0; lines.length < count; depth += random.pick([1, 1, 1, 0, -1])) {
    lines.push(`${random.pick([' ', '  ', '\t']).repeat(Math.max(0, depth % 60))}${random.pick(HALF_CODE)}`)
  }
  return lines.join('\n')
}

function deepBrackets(random: Random): string {
  const [open, close] = random.pick([
    ['(', ')'],
    ['[', ']'],
    ['{', '}'],
    ['([{', '}])'],
    ['f(', ')'],
    ['a[', ']'],
    ['{"a":', '}'],
  ] as const)
  const depth = random.between(1000, 30_000)
  return `${random.pick(['', 'x = ', 'print'])}${open.repeat(depth)}${random.chance(0.5) ? close.repeat(random.between(0, depth)) : ''}`
}

function spoiltProgram(random: Random): string {
  const program = random.pick(PROGRAMS).repeat(random.between(1, 300))
  return spoil(random, program, random.between(1, 50))
}

function spoil(random: Random, text: string, times: number): string {
  let spoilt = text
  for (let time = 0; time < times; time++) {
    const at = random.below(spoilt.length + 1)
    const cut = random.below(4)
    spoilt = spoilt.slice(0, at) + (random.chance(0.6) ? random.pick(FRAGMENTS) : '') + spoilt.slice(at + cut)
  }
  return spoilt
}
