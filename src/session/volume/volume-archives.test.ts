import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { tarOf } from '../archive/archive.fixture.ts'
import { bytesOf, DATA, joined, withVolumes } from './with-volumes.fixture.ts'

type Members = Parameters<typeof tarOf>
const LIMITS = { maxBytes: 100_000, maxFiles: 50 }
const link = (name: string, linkname: string) => ({ name, type: 'symlink' as const, linkname })
const file = { name: 'safe/a.txt', content: 'a' }
const whole = await tarOf(file)

it('the files of an exported tar are the same when it is imported elsewhere', () =>
  withVolumes({}, async ({ volumes, save, all }) => {
    const other = { userId: 'ada', name: 'other' }
    await volumes.create('ada', { name: 'other' })
    await save('a/b/one.txt', 'one'.repeat(50_000))
    await save('a/empty', '')
    await volumes.makeDirectory(DATA, 'a/nothing')
    await save('beside', 'not part of it')
    await volumes.import(other, { path: 'x/y', content: (await volumes.export(DATA, 'a')).content })
    const found = await all(other)
    expect(Object.keys(found)).toEqual(['x', 'x/y', 'x/y/b', 'x/y/b/one.txt', 'x/y/empty', 'x/y/nothing'])
    expect(found['x/y/b/one.txt']).toBe('one'.repeat(50_000))
  }))

it('this host’s tar reads an export', () =>
  withVolumes({}, async ({ volumes, save }) => {
    const directory = mkdtempSync(join(tmpdir(), 'anneal-export-'))
    try {
      await save('d/näme.txt', 'text')
      const { content } = await volumes.export(DATA, '')
      writeFileSync(join(directory, 'a.tar'), await joined(content))
      expect(execFileSync('tar', ['-xOf', join(directory, 'a.tar'), 'd/näme.txt']).toString()).toBe('text')
    } finally {
      rmSync(directory, { recursive: true })
    }
  }))

it('an archive may be plain, in gzip or in zstd, and replaces existing files', () =>
  withVolumes({}, async ({ volumes, save, all }) => {
    await save('safe/a.txt', 'before')
    await save('safe/kept', 'kept')
    const plain = await tarOf(file)
    for (const bytes of [plain, gzipSync(plain), zstdCompressSync(plain)]) {
      await volumes.import(DATA, { path: '', content: bytesOf(bytes) })
      expect(await all()).toEqual({ safe: '/', 'safe/a.txt': 'a', 'safe/kept': 'kept' })
    }
  }))

describe('a hostile archive changes nothing, even if parts of it are harmless', () => {
  const attacks: Record<string, Members> = {
    'zip slip': [file, { name: '../../etc/cron.d/evil', content: 'x' }],
    'zip slip in the middle': [file, { name: 'a/../../evil', content: 'x' }],
    'an absolute path': [file, { name: '/etc/passwd', content: 'x' }],
    'a link out': [file, link('out', '../../etc')],
    'an absolute link': [file, link('out', '/etc/passwd')],
    'a link, then a file through it': [file, link('l', 'safe'), { name: 'l/evil', content: 'x' }],
    'a link in the place of a directory': [file, link('safe', 'elsewhere')],
    'a hard link out': [file, { name: 'h', type: 'link', linkname: '/etc/shadow' }],
    'a hard link inside': [file, { name: 'h', type: 'link', linkname: 'safe/a.txt' }],
    'a character device': [file, { name: 'null', type: 'character-device', devmajor: 1, devminor: 3 }],
    'a block device': [file, { name: 'sda', type: 'block-device' }],
    'a pipe': [file, { name: 'p', type: 'fifo' }],
    'a name twice': [file, file],
    'a name twice by another spelling': [file, { ...file, name: './safe//a.txt' }],
    'a name too long for file systems': [file, { name: 'n'.repeat(256), content: '' }],
    'a NUL in a name': [file, { name: 'x', content: '', pax: { path: 'a\0b' } }],
    'a bomb of many files': Array.from({ length: 51 }, (_, n) => ({ name: `${n}`, content: '' })),
    'a bomb of many directories': [{ name: 'd/'.repeat(60), type: 'directory' }],
    'a bomb of many bytes': [file, { name: 'big', content: 'x'.repeat(100_001) }],
  }
  it.for(Object.entries(attacks))('%s', ([, members]) =>
    withVolumes(LIMITS, async ({ volumes, save, all, storedBlobs }) => {
      await save('there', 'before')
      const stored = await storedBlobs()
      for (const pack of [(bytes: Uint8Array) => bytes, gzipSync, zstdCompressSync]) {
        const content = bytesOf(pack(await tarOf(...members)))
        await expect(volumes.import(DATA, { path: '', content })).rejects.toMatchObject({ code: 'ARCHIVE_REFUSED' })
      }
      expect(await all()).toEqual({ there: 'before' })
      expect(await volumes.info(DATA)).toMatchObject({ version: 2 })
      expect(await storedBlobs()).toBe(stored)
    }),
  )

  it('a bomb that is a thousand times as large as it came', () =>
    withVolumes(LIMITS, async ({ volumes, all }) => {
      const bomb = zstdCompressSync(await tarOf({ name: 'zeros', content: '\0'.repeat(50_000_000) }))
      expect(bomb.length).toBeLessThan(50_000)
      const laid = volumes.import(DATA, { path: '', content: bytesOf(bomb) })
      await expect(laid).rejects.toMatchObject({ code: 'ARCHIVE_REFUSED' })
      expect(await all()).toEqual({})
    }))

  it.for([
    ['nothing at all', Buffer.alloc(0)],
    ['no archive', Buffer.from('this is no archive at all'.repeat(50))],
    ['half of one', whole.subarray(0, 700)],
    ['half of one in gzip', gzipSync(whole).subarray(0, 60)],
  ] as const)('%s', ([, bytes]) =>
    withVolumes(LIMITS, async ({ volumes, all }) => {
      const laid = volumes.import(DATA, { path: '', content: bytesOf(bytes) })
      await expect(laid).rejects.toMatchObject({ code: 'ARCHIVE_REFUSED' })
      expect(await all()).toEqual({})
    }),
  )
})

it('an archive writes through no link that a volume has, nor over a directory', () =>
  withVolumes({}, async ({ volumes, save, all }) => {
    await volumes.import(DATA, { path: '', content: bytesOf(await tarOf(file, link('l', 'safe'))) })
    await save('d/x', 'x')
    const before = await all()
    for (const member of [{ name: 'l/evil', content: 'x' }, { name: 'd', content: 'x' }, link('d', 'safe')]) {
      const laid = volumes.import(DATA, { path: '', content: bytesOf(await tarOf(file, member)) })
      await expect(laid).rejects.toMatchObject({ code: 'PATH_REFUSED' })
    }
    await expect(volumes.save(DATA, { path: 'l/evil', content: bytesOf('x') })).rejects.toMatchObject({
      code: 'PATH_REFUSED',
    })
    await expect(volumes.open(DATA, 'l')).rejects.toMatchObject({ code: 'PATH_REFUSED' })
    expect(await all()).toEqual(before)
  }))

it('an archive without room beside the rest of the volume is refused whole', () =>
  withVolumes({ maxBytes: 1000, maxFiles: 5 }, async ({ volumes, save, all }) => {
    await save('there', 'x'.repeat(600))
    const tries: Members[] = [
      [
        { name: 'a', content: 'x'.repeat(200) },
        { name: 'b', content: 'x'.repeat(201) },
      ],
      [{ name: 'a/b/c/d/e', content: '' }],
    ]
    for (const members of tries) {
      const laid = volumes.import(DATA, { path: '', content: bytesOf(await tarOf(...members)) })
      await expect(laid).rejects.toMatchObject({ code: 'VOLUME_FULL' })
    }
    expect(Object.keys(await all())).toEqual(['there'])
  }))
