import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collect, inChunks, tarOf } from './archive.fixture.ts'
import { readTar } from './read-tar.ts'

const limits = { bytes: 1_000_000, files: 100 }
const read = (bytes: Uint8Array, links: 'inside' | 'any' = 'inside') =>
  collect(readTar(inChunks(bytes), { limits, links }))
const file = { name: 'a/b.txt', content: 'hello' }

/** The first header with another size, and its sum with it. */
function withSize(archive: Buffer, size: number): Buffer {
  const changed = Buffer.from(archive)
  changed.write(size.toString(8).padStart(11, '0'), 124)
  changed.write(' '.repeat(8), 148)
  const sum = changed.subarray(0, 512).reduce((total, byte) => total + byte, 0)
  changed.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return changed
}

describe('an archive of this host’s tar is read', () => {
  const long = `${'deep'.repeat(30)}/${'näme'.repeat(30)}`
  const make = (...options: string[]) => {
    const directory = mkdtempSync(join(tmpdir(), 'anneal-tar-'))
    try {
      mkdirSync(join(directory, 'deep'.repeat(30)))
      writeFileSync(join(directory, long), 'long')
      writeFileSync(join(directory, 'empty'), '', { mode: 0o600 })
      symlinkSync('deep', join(directory, 'link'))
      return execFileSync('tar', [...options, '-c', '-C', directory, '.'], { encoding: 'buffer' })
    } finally {
      rmSync(directory, { recursive: true })
    }
  }
  const formats = { gnu: ['--format=gnu'], pax: ['--format=pax'], gzip: ['-z'], ustarless: ['--format=gnu', '-b', '1'] }
  for (const [name, options] of Object.entries(formats)) {
    it(name, async () => {
      const found = await read(make(...options))
      expect(found.toSorted((a, b) => a.path.localeCompare(b.path))).toMatchObject([
        { path: 'deep'.repeat(30), type: 'directory' },
        { path: long, type: 'file', content: 'long' },
        { path: 'empty', type: 'file', content: '', mode: 0o600 },
        { path: 'link', type: 'symlink', target: 'deep' },
      ])
    })
  }
})

it('implied directories come before their content, and may still have entries', async () => {
  const bytes = await tarOf({ name: 'x/y/z', content: '1' }, { name: './x/', type: 'directory', mode: 0o700 })
  expect((await read(bytes)).map(({ path, mode }) => [path, mode])).toEqual([
    ['x', 0o755],
    ['x/y', 0o755],
    ['x/y/z', 0o644],
    ['x', 0o700],
  ])
})

it('a directory that tells a size is a directory: nothing of it follows', async () => {
  const directory = await tarOf({ name: 'd', type: 'directory' })
  const told = withSize(directory, 1)
  expect(await read(told)).toMatchObject([{ path: 'd', type: 'directory' }])
  const rest = await tarOf(file)
  expect(await read(Buffer.concat([told.subarray(0, 512), rest]))).toMatchObject([
    { path: 'd', type: 'directory' },
    { path: 'a', type: 'directory' },
    { path: 'a/b.txt', content: 'hello' },
  ])
  // A block of content in its place is refused: it is no header.
  const content = Buffer.alloc(512, 'x', 'latin1')
  await expect(read(Buffer.concat([told.subarray(0, 512), content, rest]))).rejects.toMatchObject({
    code: 'ARCHIVE_REFUSED',
  })
})

it('archives in gzip and in zstd have the same content', async () => {
  const bytes = await tarOf(file)
  expect(await read(gzipSync(bytes))).toEqual(await read(bytes))
  expect(await read(zstdCompressSync(bytes))).toEqual(await read(bytes))
})

it('a link that stays inside is kept', async () => {
  const bytes = await tarOf(file, { name: 'a/c', type: 'symlink', linkname: '../a/b.txt' })
  expect((await read(bytes)).at(-1)).toMatchObject({ path: 'a/c', target: '../a/b.txt' })
})

describe('an attack is refused with its reason', () => {
  const link = (name: string, linkname: string) => ({ name, type: 'symlink' as const, linkname })
  const attacks: Record<string, [Parameters<typeof tarOf>, RegExp]> = {
    'a path that climbs': [[{ name: '../evil', content: '' }], /"\.\." is part/],
    'a path that climbs later': [[{ name: 'a/../../evil', content: '' }], /"\.\." is part/],
    'an absolute path': [[{ name: '/etc/passwd', content: '' }], /does not begin inside/],
    'a link out': [[link('l', '../x')], /link out/],
    'an absolute link': [[link('l', '/etc/passwd')], /link out/],
    'a link that climbs in the middle': [[link('l', 'a/b/../../..')], /link out/],
    'a link to nothing': [[link('l', '')], /link to no path/],
    'a file through a link': [[link('l', 'a'), { name: 'l/x', content: '' }], /l is no directory/],
    'a file through a file': [[file, { name: 'a/b.txt/c', content: '' }], /is no directory/],
    'a link over a directory': [[file, link('a', 'b')], /twice/],
    'a file twice': [[file, file], /twice/],
    'a file twice by another spelling': [[file, { ...file, name: './a//b.txt' }], /twice/],
    'a hard link': [[file, { name: 'h', type: 'link', linkname: '/etc/shadow' }], /hard link/],
    'a device': [[{ name: 'd', type: 'character-device', devmajor: 1, devminor: 5 }], /character-device/],
    'a disk': [[{ name: 'd', type: 'block-device' }], /block-device/],
    'a pipe': [[{ name: 'p', type: 'fifo' }], /fifo/],
    'a sparse file': [[{ ...file, pax: { 'GNU.sparse.major': '1' } }], /sparse/],
    'too many files': [Array.from({ length: 101 }, (_, n) => ({ name: `${n}`, content: '' })), /more than 100 files/],
    'one deep path of too many directories': [[{ name: 'a/'.repeat(200), type: 'directory' }], /more than 100 files/],
    'too many bytes': [[{ name: 'a', content: 'x'.repeat(1_000_001) }], /more than 1000000 bytes/],
    'a name that is too long': [[{ name: 'x'.repeat(256), content: '' }], /longer than 255/],
    'a name with a NUL': [[{ name: 'x', content: '', pax: { path: 'a\0b' } }], /NUL/],
  }
  for (const [name, [members, reason]] of Object.entries(attacks)) {
    it(name, async () => {
      const error = await read(await tarOf(...members)).catch((thrown) => thrown)
      expect(error).toMatchObject({ code: 'ARCHIVE_REFUSED' })
      expect(error.message).toMatch(reason)
    })
  }

  it('a size that is declared and not there', async () => {
    const whole = await tarOf({ name: 'big', content: 'x'.repeat(900_000) })
    await expect(read(Buffer.concat([whole.subarray(0, 512), Buffer.alloc(1024)]))).rejects.toMatchObject({
      code: 'ARCHIVE_REFUSED',
    })
  })

  it('a bomb stops where the limit is, however small it came', async () => {
    const bomb = zstdCompressSync(Buffer.alloc(64 * 1024 * 1024))
    expect(bomb.length).toBeLessThan(10_000)
    await expect(read(bomb)).rejects.toThrow(/more than the 4259840 bytes/)
    const link = withSize(await tarOf({ name: 'l', type: 'symlink', linkname: 'x' }), 2 ** 30)
    const hidden = zstdCompressSync(Buffer.concat([link.subarray(0, 512), Buffer.alloc(64 * 1024 * 1024)]))
    await expect(read(hidden)).rejects.toThrow(/bytes that its entries could need/)
  })
})

it('a name that is no text is refused, and any text is accepted', async () => {
  const bytes = await tarOf({ name: 'x', content: '' })
  // Any other first byte changes the sum by as much as it differs.
  const odd = Buffer.from(bytes)
  odd[0] = 0xff
  odd.write((Number.parseInt(bytes.toString('latin1', 148, 154), 8) + 0xff - 0x78).toString(8).padStart(6, '0'), 148)
  await expect(read(odd)).rejects.toThrow(/not UTF-8/)
  expect(await read(await tarOf({ name: '\uFFFD\uFEFF', content: '' }))).toMatchObject([{ path: '\uFFFD\uFEFF' }])
})

it('a chain of links that each stay inside does not lead out', async () => {
  const up = { name: 'a/b/c/up', type: 'symlink' as const, linkname: '../../..' }
  await read(await tarOf(up))
  const out = { name: 'out', type: 'symlink' as const, linkname: 'a/b/c/up/../..' }
  await expect(read(await tarOf(up, out))).rejects.toThrow(/link out/)
})

it('links may point anywhere where only sandboxes follow them', async () => {
  const bytes = await tarOf({ name: 'python', type: 'symlink', linkname: '/usr/bin/python3' })
  expect(await read(bytes, 'any')).toMatchObject([{ target: '/usr/bin/python3' }])
})

describe('an archive that was cut', () => {
  it('between two files is refused', async () => {
    const bytes = await tarOf(file, { name: 'second', content: '2' })
    await expect(read(bytes.subarray(0, 1024))).rejects.toThrow(/its end is missing/)
  })

  it('anywhere is refused, plain and compressed', async () => {
    const plain = await tarOf(file, { name: 'second', content: 'x'.repeat(2_000) })
    const cuts = fc.constantFrom(plain, gzipSync(plain), zstdCompressSync(plain))
    await fc.assert(
      fc.asyncProperty(cuts, fc.nat(), async (bytes, at) => {
        // The second of the two blocks that end an archive says nothing that the first did not.
        const most = bytes === plain ? plain.length - 512 : bytes.length
        await expect(read(bytes.subarray(0, at % most))).rejects.toMatchObject({ code: 'ARCHIVE_REFUSED' })
      }),
    )
  })
})

it('any bytes are a tree or are refused', async () => {
  const valid = await tarOf(file, { name: 'l', type: 'symlink', linkname: 'a' }, { name: 'd', type: 'directory' })
  const flips = fc.array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.oneof(flips, fc.uint8Array({ maxLength: 3_000 })), async (change) => {
      const bytes = change instanceof Uint8Array ? change : Buffer.from(valid)
      if (!(change instanceof Uint8Array)) for (const [at, value] of change) bytes[at] = value
      const error = await read(bytes).catch((thrown) => thrown)
      if (error instanceof Error) expect(error).toMatchObject({ code: 'ARCHIVE_REFUSED' })
    }),
    { numRuns: 300 },
  )
})

it('the error of a broken source is passed on', async () => {
  async function* broken() {
    yield (await tarOf(file)).subarray(0, 700)
    throw new Error('the connection was lost')
  }
  await expect(collect(readTar(broken(), { limits, links: 'inside' }))).rejects.toThrow('the connection was lost')
})

it('a reader that leaves early ends the source too', async () => {
  let ended = false
  async function* source() {
    try {
      for (;;) yield await tarOf(file)
    } finally {
      ended = true
    }
  }
  for await (const _ of readTar(source(), { limits, links: 'inside' })) break
  await expect.poll(() => ended).toBe(true)
})
