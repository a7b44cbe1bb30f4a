import { gzipSync, zstdCompressSync } from 'node:zlib'
import { tarOf } from '../../src/session/archive/archive.fixture.ts'

export const times = <T>(count: number, each: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => each(n))
const deep = (depth: number, name = 'a') => Array(depth).fill(name).join('/')

/** Headers with arbitrary values, which no library writes. */
function rawHeader({ name, size, type }: { name: string; size: number; type: string }): Buffer {
  const block = Buffer.alloc(512)
  block.write(name.slice(0, 99), 0)
  block.write('0000644\0', 100)
  block.write('0000000\0', 108)
  block.write('0000000\0', 116)
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  block.write('00000000000\0', 136)
  block.write('        ', 148)
  block.write(type, 156)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}
const padded = (text: string) => Buffer.concat([Buffer.from(text), Buffer.alloc((512 - (text.length % 512)) % 512)])
const END = Buffer.alloc(1024)
const record = (key: string, value: string) => {
  const body = ` ${key}=${value}\n`
  const length = body.length + String(body.length + String(body.length).length).length
  return `${length}${body}`
}
const pax = (text: string, type = 'x') => [rawHeader({ name: 'pax', size: text.length, type }), padded(text)]
const file = rawHeader({ name: 'file', size: 0, type: '0' })

const crowd = once(() => tarOf(...times(50_000, (n) => ({ name: `file-${n}`, content: '' }))))
/** Archives that take a careless reader long. */
export const archives: Record<string, () => Promise<Buffer> | Buffer> = {
  'a path of depth 5,000': () => tarOf({ name: deep(5_000), content: 'x' }),
  'forty paths of depth 255': () => tarOf(...times(40, (n) => ({ name: `${n}/${deep(254)}`, content: '' }))),
  '10,000 entries': () => tarOf(...times(9_900, (n) => ({ name: `file-${n}`, content: `${n}` }))),
  '50,000 entries': crowd,
  '50,000 entries in gzip': async () => gzipSync(await crowd()),
  'entries that are no files, again and again': () =>
    tarOf(...times(20_000, () => ({ name: './', type: 'directory' as const }))),
  'names of 255 bytes': () => tarOf(...times(5_000, (n) => ({ name: `${n}`.padEnd(255, 'n'), content: '' }))),
  'a name of 64 kB': () => tarOf({ name: 'n'.repeat(65_536), content: '' }),
  'a pax header of 1 MB': () => Buffer.concat([...pax(record('comment', 'c'.repeat(1_000_000))), file, END]),
  'a pax header of 100,000 records': () =>
    Buffer.concat([...pax(times(100_000, (n) => record(`k${n}`, 'v')).join('')), file, END]),
  'a pax header of 64 MB behind a thousand files': async () => {
    const files = await tarOf(...times(1_000, (n) => ({ name: `f${n}`, content: '' })))
    const long = pax(times(1_000, () => record('k', 'v'.repeat(64_000))).join(''))
    return Buffer.concat([files.subarray(0, -1024), ...long, file, END])
  },
  'a global pax header of 1 MB': () =>
    Buffer.concat([...pax(record('comment', 'c'.repeat(1_000_000)), 'g'), file, END]),
  'a thousand pax headers in a row': () =>
    Buffer.concat([...times(1_000, () => pax(record('a', 'b'))).flat(), file, END]),
  'a sparse header': () => Buffer.concat([...pax(record('GNU.sparse.map', '0,1,'.repeat(100_000))), file, END]),
  'a chain of 5,000 links': () =>
    tarOf(...times(5_000, (n) => ({ name: `l${n}`, type: 'symlink' as const, linkname: `l${n + 1}` }))),
  'a link whose target climbs 100,000 times': () =>
    tarOf({ name: 'l', type: 'symlink', linkname: '../'.repeat(100_000) }),
  'the same path 10,000 times': () => tarOf(...times(10_000, () => ({ name: 'same', content: '' }))),
  'the same directory 10,000 times': () =>
    tarOf(...times(10_000, () => ({ name: 'same/', type: 'directory' as const }))),
  'a bomb of zstd': () => zstdCompressSync(Buffer.alloc(64_000_000)),
  'four megabytes of nothing': () => Buffer.alloc(4_000_000, 'x'),
}

const described = ({ files = '', lost = '', variables = '', interpreters = '', more = '' }) =>
  `{"format":"anneal-checkpoint-1","checkpoint":{"conversation":"c","label":null,"createdAt":1,"executions":0,"settings":{},` +
  `"lost":[${lost}],"variables":[${variables}]},"interpreters":[${interpreters}],"files":[${files}]${more}}`
const names = once(() => times(400_000, (n) => `"k${n}":0`).join())
const many = (text: string, count = 400_000) => `${text},`.repeat(count) + text
/** Descriptions of checkpoints, likewise. */
export const descriptions: Record<string, () => string> = {
  '400,000 wrong entries': () => described({ files: many('0') }),
  'a million levels': () => described({ files: '['.repeat(1_000_000) }),
  '400,000 names': () => described({ more: `,${names()}` }),
  '400,000 names in a file': () => described({ files: `{${names()}}` }),
  '100,000 files': () =>
    described({
      files: times(
        100_000,
        (n) => `{"path":"${n}","type":"file","size":0,"mode":420,"modifiedMs":0,"hashes":[]}`,
      ).join(),
    }),
  'a file of 400,000 hashes': () => described({ files: `{"hashes":[${many('""')}]}` }),
  '400,000 interpreters': () => described({ interpreters: many('{}') }),
  '400,000 wrong variables': () => described({ variables: many('{}') }),
  '60,000 variables': () =>
    described({ variables: many('{"name":"a","language":"python","type":"int","summary":"1"}', 60_000) }),
  '400,000 wrong lost parts': () => described({ lost: many('{}') }),
}

/** Bodies of requests, likewise. */
export const bodies: Record<string, string> = {
  '400,000 names': `{${times(400_000, (n) => `"k${n}":0`).join()}}`,
  '400,000 values': `{"env":[${'0,'.repeat(400_000)}0]}`,
  '100,000 levels': `{"env":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  '30,000 unknown fields': `{${times(30_000, (n) => `"k${n}":0`).join()}}`,
}
/** Fields that hold entries. */
export const FIELDS = [
  'env',
  'metadata',
  'files',
  'programs',
  'args',
  'tests',
  'rules',
  'families',
  'volumes',
  'options',
  'value',
]

/** Answers in prose, likewise. */
export const texts: Record<string, string> = {
  '100,000 fences': '```python\nprint(1)\n```\n'.repeat(100_000),
  '10,000 quotes in quotes': `${'> '.repeat(10_000)}x`,
  '2,000 lists in lists': times(2_000, (n) => `${'  '.repeat(n)}- x`).join('\n'),
  'a million brackets': '['.repeat(1_000_000),
  'a million stars': '*a '.repeat(330_000),
  'a megabyte of one line': 'x'.repeat(1_000_000),
  'open tags': '<div '.repeat(200_000),
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
