import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createBuildFiles } from './build-files.ts'

const MOST_BYTES = 100
let directory = ''
let now = 0
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-test-'))
  now = Date.now()
})
afterEach(() => rm(directory, { recursive: true }))

const open = () => createBuildFiles({ directory, mostBytes: MOST_BYTES, clock: () => now })

async function* bytes(count: number) {
  yield Buffer.alloc(count)
}
const archive = (hash: string, lengthBytes: number, userId = 'ada') => ({
  ...{ hash, userId, lengthBytes },
  body: bytes(lengthBytes),
})

it('archives are whole, of a bounded size, and visible to their own user alone', async () => {
  const files = open()
  await files.write(archive('one', 100))
  await expect(files.write(archive('two', 101))).rejects.toMatchObject({ code: 'UPLOAD_TOO_LARGE' })
  await expect(files.write({ ...archive('two', 99), body: bytes(98) })).rejects.toMatchObject({
    code: 'UPLOAD_REFUSED',
  })
  expect(await Promise.all(['one', 'two'].map((hash) => files.has(hash, 'ada')))).toEqual([true, false])
  expect(await files.has('one', 'ben')).toBe(false)
})

it('a user fills a bounded part of the disk: the least recently used archive makes room', async () => {
  const files = open()
  for (let number = 0; number < 10; number++) {
    now += 1000
    await files.write(archive(`file-${number}`, 100))
    await files.has(`file-${number}`, 'ada')
  }
  await files.write(archive('of-another', 100, 'ben'))
  now += 1000
  await files.has('file-0', 'ada')
  await files.write(archive('one-more', 100))
  const kept = ['file-0', 'file-1', 'file-2', 'one-more'].map((hash) => files.has(hash, 'ada'))
  expect(await Promise.all(kept)).toEqual([true, false, true, true])
  expect(await files.has('of-another', 'ben')).toBe(true)
})

it('many uploads are taken at once, though each removes others to make room', async () => {
  const files = open()
  const hashes = Array.from({ length: 60 }, (_, n) => `file-${n}`)
  await Promise.all(hashes.map((hash) => files.write(archive(hash, MOST_BYTES))))
  await Promise.all([files.sweep(), ...hashes.map((hash) => files.write(archive(hash, MOST_BYTES)))])
})
