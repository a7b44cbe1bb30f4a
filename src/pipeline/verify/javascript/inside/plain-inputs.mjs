import { quote } from './show.mjs'

/** Source texts by kind of value: usual ones first, edges behind them. */
const NUMBERS = ['5', '2', '10', '3', '1', '0', '-1', '-7', '2.5', '100', '0.1', '9007199254740991', 'NaN', 'Infinity']
const WHOLE = ['5', '2', '10', '3', '1', '0', '-1', '7', '-4', '12', '100', '9007199254740991']
const STRINGS = [
  ...['hello', 'Hello World', 'a', '', 'abc123', '  padded  ', 'hello hello', 'aAbB', 'racecar', 'a,b,c', 'x-y_z'],
  ...[
    'ünïcödé 🎉',
    '123',
    '-5',
    '3.14',
    'one\ntwo',
    'user@example.com',
    '2024-02-29',
    '{"a":1}',
    'a=1&b=2',
    '(a[b]{c})',
  ],
  ...['([)]', '12:30', '#ff8800', 'https://example.com/a?b=c', 'MCMXCIV', '3 + 4 * 2', 'true', 'The quick brown fox'],
].map(quote)
const FUNCTIONS = [
  ...['(value) => value', '(value) => value * 2', '(one, other) => one - other', '(one, other) => one + other'],
  ...[
    '(value) => value > 2',
    '() => true',
    '() => false',
    "() => { throw new Error('refused') }",
    '(value) => [value]',
  ],
  ...['async (value) => value', '(value) => String(value)', '(value) => value.length', '(value) => value % 2 === 0'],
  // Fails at first: a caller that tries again comes to an end.
  "((calls) => () => { if (++calls < 3) throw new Error('refused'); return calls })(0)",
  '((calls) => () => ++calls)(0)',
]
const DATES = ['2024-02-29T12:30:00.000Z', '2023-12-31T23:59:59.999Z', '1970-01-01T00:00:00.000Z'].map(
  (day) => `new Date('${day}')`,
)
const UNKNOWN = [
  '5',
  "'hello'",
  '[1, 2, 3]',
  '{ a: 1, b: 2 }',
  'true',
  "''",
  '0',
  'null',
  '[]',
  '{}',
  '-1',
  "['b', 'a']",
]

const PLAIN = {
  number: NUMBERS,
  integer: WHOLE,
  string: STRINGS,
  boolean: ['true', 'false'],
  bigint: ['5n', '0n', '-3n', '12n', '9007199254740993n'],
  null: ['null'],
  undefined: ['undefined'],
  function: FUNCTIONS,
  date: [...DATES, 'new Date(NaN)'],
  regexp: ['/a/', '/[a-z]+/g', '/^$/'],
  symbol: ["Symbol.for('a')"],
  unknown: UNKNOWN,
}

/** Texts for a kind that has no parts; the constants of the code stand right behind the most usual ones. */
export function plainInputs(kind, { numbers, strings }) {
  const usual = PLAIN[kind] ?? UNKNOWN
  if (kind === 'number' || kind === 'integer') return mix(usual, numbers.flatMap(around))
  if (kind === 'string')
    return mix(
      usual,
      strings.flatMap((text) => [quote(text)]),
    )
  if (kind === 'unknown') return mix(usual, [...strings.map(quote), ...numbers.map(String)])
  return usual
}

const around = (number) => [number, number + 1, number - 1].map(String)

function mix(usual, special) {
  return [...new Set([...usual.slice(0, 3), ...special.slice(0, 60), ...usual.slice(3)])]
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABC   .,-_0123456789éß🎉']

/** A random text of a kind that has no parts. */
export function randomPlain(kind, { random, constants }) {
  const pick = (list) => list[Math.floor(random() * list.length)]
  if (kind === 'integer') return String(Math.floor(random() * 41) - 12)
  if (kind === 'number')
    return random() < 0.5 ? String(Math.floor(random() * 61) - 20) : (random() * 50 - 10).toFixed(2)
  if (kind === 'string' && random() < 0.75) {
    const parts = Array.from({ length: Math.floor(random() * 12) }, () =>
      constants.strings.length && random() < 0.2 ? pick(constants.strings) : pick(LETTERS),
    )
    return quote(parts.join(''))
  }
  return pick(plainInputs(kind, constants))
}
