import type { Random } from './random.ts'

const ODD_VALUES: unknown[] = [
  ...[
    null,
    true,
    0,
    -1,
    0.5,
    1e308,
    -0,
    2 ** 53,
    '',
    ' ',
    '\0',
    '\ud800',
    '\u202e',
    [],
    {},
    [[]],
    [null],
    { a: { b: {} } },
  ],
  ...[
    'x'.repeat(100_000),
    '9'.repeat(5000),
    '__proto__',
    'constructor',
    '1e999',
    'NaN',
    '../../etc/passwd',
    '%00',
    '{{7*7}}',
    '$(id)',
  ],
]

/** Bodies that no schema describes, as bytes; by name. */
export const jsonKinds: Record<string, (random: Random, fitting: unknown) => string | Buffer> = {
  deepArrays: (random) => '['.repeat(depthOf(random)),
  deepClosed: (random) => nested(depthOf(random), '[', ']'),
  deepObjects: (random) => nested(depthOf(random), '{"a":', '}', '1'),
  deepInside: (random, fitting) => inside(random, fitting, nested(depthOf(random), '[', ']')),
  manyKeys: (random) => `{${list(random.between(1000, 300_000), (n) => `"k${n}":${n}`)}}`,
  manyKeysInside: (random, fitting) =>
    inside(random, fitting, `{${list(random.between(1000, 100_000), (n) => `"k${n}":"v"`)}}`),
  manyItems: (random) => `[${list(random.between(1000, 1_000_000), String)}]`,
  manyItemsInside: (random, fitting) =>
    inside(random, fitting, `[${list(random.between(1000, 200_000), () => '{"a":"b"}')}]`),
  unknownKeys: (random, fitting) =>
    JSON.stringify({
      ...Object(fitting),
      ...Object.fromEntries(Array.from({ length: random.between(10, 50_000) }, (_, n) => [`u${n}`, n])),
    }),
  longText: (random, fitting) =>
    inside(random, fitting, JSON.stringify('x'.repeat(random.between(100_000, 8_000_000)))),
  escapedText: (random, fitting) => inside(random, fitting, `"${'\\u0041'.repeat(random.between(1000, 500_000))}"`),
  longNumber: (random, fitting) =>
    inside(random, fitting, random.pick(['9'.repeat(500_000), `0.${'1'.repeat(300_000)}`, '1e999', '-1e-999', '-0'])),
  sameKeys: (random) => `{${list(random.between(1000, 100_000), () => '"code":"x"')}}`,
  prototype: (_, fitting) =>
    `{"__proto__":{"admin":true},"constructor":{"prototype":{}},${JSON.stringify(Object(fitting)).slice(1)}`,
  tooLarge: () => Buffer.alloc(17_000_000, '{"code":"aaaa'),
  blanks: (random, fitting) => `${' \n\t'.repeat(random.between(1000, 1_000_000))}${JSON.stringify(fitting)}`,
  notUtf8: (_, fitting) =>
    Buffer.concat([Buffer.from(JSON.stringify(fitting).slice(0, -1)), Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0x7d])]),
  marked: (_, fitting) => `\ufeff${JSON.stringify(fitting)}`,
  behind: (_, fitting) => `${JSON.stringify(fitting)}${JSON.stringify(fitting)}`,
  cut: (random, fitting) => JSON.stringify(fitting).slice(0, random.below(JSON.stringify(fitting).length + 1)),
  odd: (random) => JSON.stringify(random.pick(ODD_VALUES)),
  noise: (random) => random.bytes(random.between(1, 2000)),
  empty: () => '',
}

/** The same value with one place in it replaced by an odd value. */
export function spoiltValue(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.15)) return random.pick(ODD_VALUES)
  const keys = Object.keys(value)
  const key = random.pick([...keys, 'unknown'])
  const inner = (value as Record<string, unknown>)[key]
  const changed = random.chance(0.5) ? random.pick(ODD_VALUES) : spoiltValue(random, inner)
  return Array.isArray(value)
    ? value.map((each, n) => (String(n) === key ? changed : each))
    : { ...value, [key]: changed }
}

export function hostileJson(random: Random, fitting: unknown): { kind: string; body: string | Buffer } {
  const kind = random.pick(Object.keys(jsonKinds))
  return { kind, body: jsonKinds[kind]?.(random, fitting ?? {}) ?? '' }
}

const depthOf = (random: Random) => random.pick([100, 1000, 5000, 20_000, 200_000])
const nested = (depth: number, open: string, close: string, core = '') =>
  `${open.repeat(depth)}${core}${close.repeat(depth)}`
const list = (count: number, item: (n: number) => string) => Array.from({ length: count }, (_, n) => item(n)).join()

/** Puts the text in the place of one field of a fitting body. */
function inside(random: Random, fitting: unknown, text: string): string {
  const entries = Object.entries(Object(fitting))
  const at = random.below(entries.length + 1)
  const pairs = entries.map(([name, value], n) => `${JSON.stringify(name)}:${n === at ? text : JSON.stringify(value)}`)
  return `{${(pairs.length === 0 || at === entries.length ? [...pairs, `"options":${text}`] : pairs).join()}}`
}
