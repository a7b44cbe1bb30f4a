import { gzipSync, zstdCompressSync } from 'node:zlib'
import type { Random } from './random.ts'
import { paxRecord, type TarEntry, tarEnd, tarEntry } from './tar-entry.ts'

const ZEROS = Buffer.alloc(64 * 1024 * 1024)
let bomb: Buffer | undefined

const NAMES = [
  ...[
    '../../etc/passwd',
    '/etc/passwd',
    'a/../../b',
    '..',
    '.',
    '',
    './',
    'a//b',
    'a/./b',
    'a\0b',
    'a\nb',
    '\xff\xfe',
    ' ',
    '-rf',
    '~',
  ],
  ...[
    'a'.repeat(99),
    'a/'.repeat(49),
    'con',
    '.git/hooks/post-checkout',
    'a\\b',
    'C:\\x',
    '\u202e',
    'A',
    'a',
    'main.py',
  ],
]
const TYPES = ['0', '1', '2', '3', '4', '5', '6', '7', 'g', 'x', 'L', 'K', 'S', 'V', 'M', '\0', 'Z']

/** Uploads in place of a tar, by name. */
export const archiveKinds: Record<string, (random: Random) => Buffer> = {
  depth: (random) => deep(random.between(50, 5000)),
  longDepth: (random) => tar([pax({ path: 'd/'.repeat(random.between(1000, 100_000)) }), { name: 'x', body: 'x' }]),
  names: (random) => tar(NAMES.map((name) => ({ name, body: 'x', type: random.pick(['0', '5', '2']) }))),
  types: (random) => tar(TYPES.map((type) => ({ name: `t${type}`, type, linkName: random.pick(NAMES) }))),
  links: () => tar(links()),
  manyEntries: (random) => many(random.between(1000, 30_000)),
  manyDirectories: (random) =>
    tar(
      Array.from({ length: random.between(1000, 12_000) }, (_, n) => ({ name: `${n % 90}/${n % 77}/${n}`, type: '5' })),
    ),
  samePath: (random) =>
    tar(
      Array.from({ length: 5000 }, (_, n) => ({
        name: 'same',
        type: n % 2 ? '0' : '5',
        body: random.chance(0.5) ? 'x' : '',
      })),
    ),
  largePax: (random) =>
    tar([pax({ comment: 'x'.repeat(random.between(10_000, 5_000_000)) }), { name: 'a', body: 'x' }]),
  manyPax: () =>
    tar(
      Array.from({ length: 5000 }, (_, n) =>
        n % 2 ? { name: 'a', body: 'x' } : pax({ path: `p${n}`, mtime: '9'.repeat(50) }),
      ),
    ),
  paxRecords: (random) =>
    tar([
      pax(Object.fromEntries(Array.from({ length: random.between(1000, 50_000) }, (_, n) => [`k${n}`, 'v']))),
      { name: 'a' },
    ]),
  brokenPax: (random) =>
    tar([
      {
        name: 'p',
        type: 'x',
        body: random.pick([
          '0 =\n',
          '99999999 path=a\n',
          '-1 path=a\n',
          '5 path',
          'x',
          '12 path=\0\0\n',
          `${'9'.repeat(400)} a=b\n`,
        ]),
      },
      { name: 'a' },
    ]),
  paxSize: (random) =>
    tar([pax({ size: random.pick(['-1', '1e9', '99999999999999999999', '0x10', '']) }), { name: 'a', body: 'x' }]),
  gnuLongName: (random) =>
    tar([
      { name: '././@LongLink', type: 'L', body: 'n/'.repeat(random.between(10, 500_000)) },
      { name: 'a', body: 'x' },
    ]),
  sizes: (random) =>
    tar([
      {
        name: 'a',
        body: 'x',
        size: random.pick([
          '77777777777',
          '-0000000001',
          '\x80\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff',
          'zzzzzzzzzzz',
        ]),
      },
    ]),
  cut: (random) => cut(random, many(50)),
  flipped: (random) => flip(random, many(50)),
  bomb: () => theBomb(),
  manyMembers: (random) => Buffer.concat(Array.from({ length: random.between(100, 20_000) }, () => EMPTY_GZIP)),
  cutGzip: (random) => cut(random, gzipSync(many(200))),
  flippedGzip: (random) => flip(random, gzipSync(many(200))),
  zstd: (random) => flip(random, zstdCompressSync(many(200))),
  zeros: (random) => Buffer.alloc(random.between(0, 3_000_000)),
  noise: (random) =>
    Buffer.concat([
      random.pick([Buffer.alloc(0), Buffer.from([0x1f, 0x8b]), Buffer.from([0x28, 0xb5, 0x2f, 0xfd])]),
      random.bytes(20_000),
    ]),
  large: () => tar([{ name: 'large', body: ZEROS.subarray(0, 12_000_000).toString('latin1') }]),
  ordinary: () => gzipSync(many(100)),
}
const EMPTY_GZIP = gzipSync(Buffer.alloc(0))

export function hostileArchive(random: Random): { kind: string; bytes: Buffer } {
  const kind = random.pick(Object.keys(archiveKinds))
  return { kind, bytes: archiveKinds[kind]?.(random) ?? Buffer.alloc(0) }
}

/** An archive from the server, with some bytes changed: it gets further in than an invented one. */
export function spoiltArchive(random: Random, given: Buffer): Buffer {
  return random.chance(0.3) ? cut(random, given) : flip(random, given)
}

const tar = (entries: TarEntry[]) => Buffer.concat([...entries.map(tarEntry), tarEnd])
const pax = (records: Record<string, string>): TarEntry => ({
  ...{ name: 'PaxHeader', type: 'x' },
  body: Object.entries(records)
    .map(([key, value]) => paxRecord(key, value))
    .join(''),
})
const many = (count: number) =>
  tar(Array.from({ length: count }, (_, n) => ({ name: `f${n}`, body: n % 3 ? '' : `content ${n}` })))

function deep(levels: number): Buffer {
  return tar([pax({ path: `${'d/'.repeat(levels)}end` }), { name: 'x', body: 'x' }])
}

function links(): TarEntry[] {
  return [
    { name: 'out', type: '2', linkName: '/etc' },
    { name: 'out/passwd', body: 'x' },
    { name: 'up', type: '2', linkName: '../..' },
    { name: 'up/x', body: 'x' },
    { name: 'loop', type: '2', linkName: 'loop' },
    { name: 'hard', type: '1', linkName: '/etc/passwd' },
    { name: 'hard2', type: '1', linkName: 'none' },
    { name: 'device', type: '3' },
    { name: 'fifo', type: '6' },
  ]
}

function cut(random: Random, bytes: Buffer): Buffer {
  return bytes.subarray(0, random.below(bytes.length))
}

function flip(random: Random, bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  for (let times = random.between(1, 20); times > 0; times--) changed[random.below(changed.length)] = random.below(256)
  return changed
}

/** A gigabyte of zeros in one megabyte: members of gzip may follow each other. */
function theBomb(): Buffer {
  if (bomb) return bomb
  const head = tarEntry({ name: 'bomb', size: (2 ** 30).toString(8).padStart(11, '0') })
  const member = gzipSync(ZEROS)
  bomb = Buffer.concat([gzipSync(head), ...Array.from({ length: 16 }, () => member)])
  return bomb
}
