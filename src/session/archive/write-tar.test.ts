import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TreePiece } from '../../sandbox/tree.ts'
import { bytesOf, collect } from './archive.fixture.ts'
import { readTar } from './read-tar.ts'
import { writeTar } from './write-tar.ts'

const limits = { bytes: 10_000_000, files: 1_000 }
const entry = { mode: 0o644, modifiedMs: 1_700_000_000_000 }
const file = (path: string, content: Buffer, mode = 0o640): TreePiece[] => [
  { entry: { ...entry, path, type: 'file', size: content.length, mode } },
  { bytes: content.subarray(0, 10) },
  { bytes: content.subarray(10) },
]
const pieces: TreePiece[] = [
  { entry: { ...entry, path: 'dir', type: 'directory', size: 0, mode: 0o700 } },
  ...file('dir/näme', Buffer.from('hello, and some more')),
  ...file(`dir/${'long'.repeat(60)}`, Buffer.alloc(1_000, 7), 0),
  { left: { path: 'dir/pipe', why: 'it is no file' } },
  { entry: { ...entry, path: 'link', type: 'symlink', size: 0, target: 'x/'.repeat(200) } },
  { token: 'not part of it' },
]

for (const compression of ['none', 'zstd'] as const) {
  it(`a tree comes back as it went, compression ${compression}`, async () => {
    const written = writeTar(pieces, { compression })
    expect(await collect(readTar(written, { limits, links: 'inside' }))).toEqual(await collect(pieces))
  })
}

it('this host’s tar reads a written archive', async () => {
  const input = await bytesOf(writeTar(pieces, { compression: 'none' }))
  const listed = execFileSync('tar', ['-t', '--quoting-style=literal'], { input, encoding: 'utf8' })
  expect(listed.split('\n')).toEqual(['dir/', 'dir/näme', `dir/${'long'.repeat(60)}`, 'link', ''])
})

it('times before 1970 and after 2038 do not break the archive', async () => {
  const odd = [-1e15, 1e15, 2 ** 31 * 1000].map(
    (modifiedMs, n): TreePiece => ({ entry: { ...entry, path: `${n}`, type: 'file', size: 0, modifiedMs } }),
  )
  const written = writeTar(odd, { compression: 'none' })
  expect(await collect(readTar(written, { limits, links: 'inside' }))).toHaveLength(3)
})

it('a file with more or fewer bytes than declared breaks off, and so does a broken source', async () => {
  const short: TreePiece[] = [{ entry: { ...entry, path: 'a', type: 'file', size: 5 } }, { bytes: Buffer.from('123') }]
  await expect(bytesOf(writeTar(short, { compression: 'none' }))).rejects.toThrow('Size mismatch')
  async function* broken(): AsyncGenerator<TreePiece> {
    yield* file('a', Buffer.alloc(20))
    throw new Error('the sandbox is gone')
  }
  await expect(bytesOf(writeTar(broken(), { compression: 'zstd' }))).rejects.toThrow('the sandbox is gone')
})

it('a large file is passed on piece by piece', async () => {
  const piece = Buffer.alloc(1_000_000, 1)
  let ahead = 0
  let most = 0
  async function* large(): AsyncGenerator<TreePiece> {
    yield { entry: { ...entry, path: 'a', type: 'file', size: 50 * piece.length } }
    for (let n = 0; n < 50; n++) {
      ahead += piece.length
      most = Math.max(most, ahead)
      yield { bytes: piece }
    }
  }
  for await (const chunk of writeTar(large(), { compression: 'none' })) {
    ahead -= chunk.length
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(most).toBeLessThan(10 * piece.length)
})

it('an archive gives back any names and contents', async () => {
  const name = fc
    .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
    .filter((text) => !/[/\0]/.test(text) && text !== '.' && text !== '..' && text.isWellFormed())
  const files = fc.uniqueArray(fc.tuple(name, fc.uint8Array({ maxLength: 1_200 })), {
    maxLength: 6,
    selector: ([path]) => path,
  })
  await fc.assert(
    fc.asyncProperty(files, async (made) => {
      const tree = made.flatMap(([path, content]) => file(path, Buffer.from(content)))
      const written = writeTar(tree, { compression: 'none' })
      expect(await collect(readTar(written, { limits, links: 'inside' }))).toEqual(await collect(tree))
    }),
  )
})
