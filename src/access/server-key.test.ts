import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openServerKey } from './server-key.ts'

async function home(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'anneal-key-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}

it('the server key is made once, by the first caller, in a file that only its owner may read', async () => {
  const directory = await home()
  const file = join(directory, 'server.key')
  const keys = await Promise.all([openServerKey(file), openServerKey(file), openServerKey(file)])
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  expect(keys[0]).toHaveLength(32)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(directory)).toEqual(['server.key'])
  expect(await openServerKey(join(await home(), 'server.key'))).not.toEqual(keys[0])
})

it('a damaged server key is never replaced by a new one', async () => {
  const file = join(await home(), 'server.key')
  await writeFile(file, 'abc')
  await expect(openServerKey(file)).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
})
