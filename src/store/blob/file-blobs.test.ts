import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { blobChecks } from '../checks.ts'
import type { Blobs } from './blobs.ts'
import { createFileBlobs } from './file-blobs.ts'

const LIMIT_BYTES = 100_000
const HOUR_MS = 3_600_000
const bytes = Buffer.from('forty-two bytes of content, more or less…')
let directory = ''
let blobs: Blobs
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-blobs-'))
  blobs = await createFileBlobs({ directory, limitBytes: LIMIT_BYTES })
})
afterEach(() => rm(directory, { recursive: true }))

const pathOf = (hash: string) => join(directory, hash.slice(0, 2), hash.slice(2, 4), hash)

describe('files keep the promises of every keeper of content', () => {
  for (const check of blobChecks) it(check.id, () => check.run({ blobs, limitBytes: LIMIT_BYTES }))
})

describe('files in one level of directories keep them too', () => {
  for (const check of blobChecks) {
    it(check.id, async () => {
      const shallow = await createFileBlobs({ directory, limitBytes: LIMIT_BYTES, levels: 1 })
      await check.run({ blobs: shallow, limitBytes: LIMIT_BYTES })
    })
  }
})

describe('damaged content is BLOB_DAMAGED, never wrong bytes, and is made good by the next put', () => {
  const damages: Record<string, (path: string) => Promise<unknown>> = {
    'one bit is flipped': async (path) => {
      const content = await readFile(path)
      content[20] = (content[20] ?? 0) ^ 1
      await writeFile(path, content)
    },
    'the end is missing': (path) => truncate(path, bytes.length - 1),
    'it is empty': (path) => truncate(path, 0),
    'something is added': (path) => appendFile(path, 'x'),
  }
  for (const [what, damage] of Object.entries(damages)) {
    it(`when ${what}`, async () => {
      const hash = await blobs.put(bytes)
      await damage(pathOf(hash))
      await expect(blobs.get(hash)).rejects.toMatchObject({ code: 'BLOB_DAMAGED' })
      expect(await blobs.put(bytes)).toBe(hash)
      expect(bytes.equals(await blobs.get(hash))).toBe(true)
    })
  }

  it('when a directory is in its place, which only a person can clear away', async () => {
    const hash = await blobs.put(bytes)
    await rm(pathOf(hash))
    await mkdir(join(pathOf(hash), 'in the way'), { recursive: true })
    await expect(blobs.get(hash)).rejects.toMatchObject({ code: 'BLOB_DAMAGED' })
    expect(await blobs.has(hash)).toBe(false)
    await expect(blobs.put(bytes)).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
  })
})

describe('temporary files', () => {
  const temporary = () => readdir(join(directory, 'tmp'))

  it('are gone after every put', async () => {
    await Promise.all(Array.from({ length: 10 }, () => blobs.put(bytes)))
    expect(await temporary()).toEqual([])
  })

  it('are swept an hour after a crash, and left to a living writer before', async () => {
    const old = join(directory, 'tmp', 'old')
    await writeFile(old, 'half')
    await writeFile(join(directory, 'tmp', 'young'), 'half')
    const past = new Date(Date.now() - HOUR_MS - 60_000)
    await utimes(old, past, past)
    await createFileBlobs({ directory, limitBytes: LIMIT_BYTES })
    expect(await temporary()).toEqual(['young'])
  })

  it('are skipped when an earlier process with our number left them', async () => {
    const hash = await blobs.put(bytes)
    await blobs.remove(hash)
    const again = await createFileBlobs({ directory, limitBytes: LIMIT_BYTES })
    await writeFile(join(directory, 'tmp', `${hash}.${process.pid}.0`), 'half of what anoth')
    await again.put(bytes)
    expect(bytes.equals(await again.get(hash))).toBe(true)
  })
})

it('a file in place of the directory is STORE_DAMAGED', async () => {
  const file = join(directory, 'file')
  await writeFile(file, '')
  await expect(createFileBlobs({ directory: file, limitBytes: 1 })).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
})

it('content is readable for its owner only', async () => {
  const path = pathOf(await blobs.put(bytes))
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700)
})

it('only hashes are ever looked up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('tmp', '../tmp', '.')), async (name) => {
      expect(await blobs.has(name)).toBe(false)
      await expect(blobs.get(name)).rejects.toMatchObject({ code: 'BLOB_NOT_FOUND' })
    }),
  )
})
