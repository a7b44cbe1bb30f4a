import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '../../contract/errors.ts'
import { tarOf } from '../archive/archive.fixture.ts'
import { bytesOf, DATA, joined, textOf, withVolumes } from './with-volumes.fixture.ts'

const refusal = (code: ErrorCode) => expect.objectContaining({ code })

describe('files of a volume', () => {
  it('are saved with the directories they are in, read, listed by levels, moved and removed', () =>
    withVolumes({}, async ({ volumes, save, all }) => {
      await save('/a/b/one.txt', 'one')
      await save('two.txt', 'two')
      await volumes.makeDirectory(DATA, 'a/empty/')
      const paths = async (path: string, depth: number) =>
        (await volumes.files(DATA, { path, depth })).map((file) => file.path)
      expect(await paths('', 1)).toEqual(['a', 'two.txt'])
      expect(await paths('/', 2)).toEqual(['a', 'a/b', 'a/empty', 'two.txt'])
      expect(await paths('a', 9)).toEqual(['a/b', 'a/b/one.txt', 'a/empty'])
      await volumes.move(DATA, { from: 'a', to: 'c/d' })
      expect(await all()).toEqual({
        c: '/',
        'c/d': '/',
        'c/d/b': '/',
        'c/d/b/one.txt': 'one',
        'c/d/empty': '/',
        'two.txt': 'two',
      })
      const info = await volumes.removeFile(DATA, 'c')
      expect(info).toMatchObject({ files: 1, bytes: 3, version: 6 })
      expect(await all()).toEqual({ 'two.txt': 'two' })
    }))

  it('are read from any byte to any other', () =>
    withVolumes({}, async ({ volumes }) => {
      const large = Buffer.alloc(9_000_000)
      for (let at = 0; at < large.length; at += 4) large.writeUInt32LE(at, at)
      await volumes.save(DATA, { path: 'large', content: bytesOf(large), size: large.length })
      const file = await volumes.open(DATA, 'large')
      for (const [start, end] of [
        [0, 0],
        [0, 8_999_999],
        [4_194_303, 4_194_305],
        [8_388_608, 8_999_999],
        [5, 4_999_999],
      ] as const) {
        const found = await joined(file.content({ start, end }))
        expect(found.equals(large.subarray(start, end + 1)), `${start}-${end}`).toBe(true)
      }
    }))

  it('stay unchanged when an upload breaks off or has another length than announced', () =>
    withVolumes({}, async ({ volumes, save, read, storedBlobs }) => {
      await save('a', 'before')
      const stored = await storedBlobs()
      async function* broken() {
        yield Buffer.from('half')
        throw new Error('gone')
      }
      await expect(volumes.save(DATA, { path: 'a', content: broken() })).rejects.toThrow('gone')
      for (const size of [1, 9]) {
        const upload = volumes.save(DATA, { path: 'a', content: bytesOf('text'), size })
        await expect(upload).rejects.toEqual(refusal('UPLOAD_BROKEN'))
      }
      expect(await read('a')).toBe('before')
      expect(await volumes.info(DATA)).toMatchObject({ version: 2 })
      expect(await storedBlobs()).toBe(stored)
    }))

  it('are read to the end although they are removed meanwhile, and their content goes afterwards', () =>
    withVolumes({}, async ({ volumes, storedBlobs }) => {
      const pieces = Array.from({ length: 3 }, (_, index) => Buffer.alloc(4_194_304, index + 1))
      await volumes.save(DATA, { path: 'large', content: bytesOf(...pieces.slice(0, 2)) })
      const reading = (await volumes.open(DATA, 'large')).content()[Symbol.asyncIterator]()
      const first = await reading.next()
      await volumes.remove(DATA)
      let bytes = (first.value as Uint8Array).length
      for (let next = await reading.next(); !next.done; next = await reading.next()) bytes += next.value.length
      expect(bytes).toBe(8_388_608)
      expect(await storedBlobs()).toBe(0)
    }))

  it('keep their kind: no file takes the place of a directory, and nothing goes through a link', () =>
    withVolumes({}, async ({ volumes, save, all }) => {
      await save('d/x', 'x')
      await save('f', 'f')
      const before = await all()
      const tries = [
        volumes.save(DATA, { path: 'd', content: bytesOf('y') }),
        volumes.save(DATA, { path: 'f/below', content: bytesOf('y') }),
        volumes.makeDirectory(DATA, 'f'),
        volumes.move(DATA, { from: 'f', to: 'd' }),
        volumes.move(DATA, { from: 'd', to: 'f' }),
        volumes.move(DATA, { from: 'd', to: 'd/inside' }),
        volumes.move(DATA, { from: 'd', to: 'd' }),
        volumes.open(DATA, 'd'),
        volumes.files(DATA, { path: 'f', depth: 1 }),
        volumes.export(DATA, 'f'),
      ]
      for (const result of await Promise.allSettled(tries)) {
        expect(result).toMatchObject({ status: 'rejected', reason: { code: 'PATH_REFUSED' } })
      }
      expect(await all()).toEqual(before)
    }))

  it('are reported by name when they do not exist', () =>
    withVolumes({}, async ({ volumes }) => {
      const missing = refusal('PATH_NOT_FOUND')
      await expect(volumes.open(DATA, 'x')).rejects.toEqual(missing)
      await expect(volumes.removeFile(DATA, 'x')).rejects.toEqual(missing)
      await expect(volumes.move(DATA, { from: 'x', to: 'y' })).rejects.toEqual(missing)
      await expect(volumes.files(DATA, { path: 'x', depth: 1 })).rejects.toEqual(missing)
      await expect(volumes.export(DATA, 'x')).rejects.toEqual(missing)
    }))

  it.for([
    ['a path that climbs', '../x'],
    ['one that climbs in the middle', 'a/../../x'],
    ['an absolute path in disguise', '//etc/passwd'],
    ['no path', ''],
    ['a dot', '.'],
    ['a path of dots', 'a/./b'],
    ['an empty name', 'a//b'],
    ['a NUL', 'a\0b'],
    ['half a character', 'a\ud800'],
    ['a name too long for file systems', 'n'.repeat(256)],
    ['a path without end', 'ab/'.repeat(6000)],
  ] as const)('refuse %s', ([, path]) =>
    withVolumes({}, async ({ volumes, all }) => {
      const refused = refusal('PATH_REFUSED')
      await expect(volumes.save(DATA, { path, content: bytesOf('x') })).rejects.toEqual(refused)
      await expect(volumes.open(DATA, path)).rejects.toEqual(refused)
      await expect(volumes.makeDirectory(DATA, path)).rejects.toEqual(refused)
      await expect(volumes.removeFile(DATA, path)).rejects.toEqual(refused)
      expect(await all()).toEqual({})
    }),
  )

  it('are different when their names differ only in case, trailing dots or blanks', () =>
    withVolumes({}, async ({ save, all }) => {
      const names = [
        'File',
        'file',
        'file.',
        'file..',
        'file ',
        ' file',
        'FILE',
        'con',
        'a\\b',
        'fi\u0301le',
        'f\u00edle',
      ]
      for (const name of names) await save(name, name)
      expect(await all()).toEqual(Object.fromEntries(names.map((name) => [name, name])))
    }))
})

it('a script that is saved again stays executable', () =>
  withVolumes({}, async ({ volumes, save }) => {
    const script = { name: 'run.sh', mode: 0o755, content: 'true' }
    await volumes.import(DATA, { path: '', content: bytesOf(await tarOf(script)) })
    await save('run.sh', 'false')
    expect(await volumes.files(DATA, { path: '', depth: 1 })).toMatchObject([{ path: 'run.sh', mode: 0o755, size: 5 }])
  }))

it('the content of a file has a tag that changes with it', () =>
  withVolumes({}, async ({ volumes, save }) => {
    await save('a', 'one')
    const { tag } = await volumes.open(DATA, 'a')
    await save('b', 'one')
    expect((await volumes.open(DATA, 'b')).tag).toBe(tag)
    await save('a', 'two')
    expect((await volumes.open(DATA, 'a')).tag).not.toBe(tag)
    expect(await textOf((await volumes.open(DATA, 'a')).content())).toBe('two')
  }))
