import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createFakeHost } from '../src/cli/fake-host.fixture.ts'
import { main } from '../src/cli/main.ts'
import { openSqlite } from '../src/store/database/sqlite.ts'
import { fillData, openBlobs, rowsOf } from './support/filled-home.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-backup-command-'))
  const home = join(directory, 'home')
  const store = await openSqlite({ file: join(home, 'anneal.db') })
  await fillData({ store, blobs: await openBlobs(home) }, 1)
  await store.close()
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => rm(directory, { recursive: true }))

async function call(home: string, ...args: string[]) {
  vi.stubEnv('ANNEAL_HOME', join(directory, home))
  const { host, seen, stop } = createFakeHost()
  const ended = main(args, host)
  return { stop, ended: ended.then((exitCode) => ({ exitCode, ...seen })) }
}

it('one command writes everything into a file, and another one restores it', async () => {
  const file = join(directory, 'all.anneal')
  const made = await (await call('home', 'backup', file)).ended
  expect(made).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^Backed up \d\d rows and 3 objects \(14\.6 kB\): .*all\.anneal, [\d.]+ kB\n$/),
  })
  // Every new table has its row in the home; that all of them came along is compared below.
  const rows = Number(/\d+/.exec(made.stdout))
  expect(made.stderr).toMatch(new RegExp(`^rows: ${rows}\ncontent: 1 of 3 objects, .*\n`))
  const again = await (await call('other', 'restore', file, '--json')).ended
  expect(JSON.parse(again.stdout)).toMatchObject({ file, rows, objects: 3, bytes: 15_000 })
  const stores = await Promise.all(
    ['home', 'other'].map((name) => openSqlite({ file: join(directory, name, 'anneal.db') })),
  )
  const [one, other] = await Promise.all(stores.map(rowsOf))
  for (const store of stores) await store.close()
  expect(other).toEqual(one)
})

it('an existing file is never overwritten', async () => {
  const file = join(directory, 'home', 'anneal.db')
  const { exitCode, stderr } = await (await call('home', 'backup', file)).ended
  expect([exitCode, stderr.split('\n')[0]]).toEqual([2, `✖ There is a file ${file} already.`])
})

it('a backup of nothing, and a file that is no backup, are refused', async () => {
  const file = join(directory, 'cut.anneal')
  const none = await (await call('absent', 'backup', file)).ended
  expect([none.exitCode, none.stderr]).toEqual([4, expect.stringContaining('there is no database to back up')])
  await (await call('home', 'backup', file)).ended
  await truncate(file, 2000)
  const cut = await (await call('absent', 'restore', file)).ended
  expect([cut.exitCode, cut.stderr]).toEqual([
    2,
    expect.stringContaining('or its end is missing. Nothing was changed.'),
  ])
  expect(await readdir(directory)).not.toContain('absent')
})

it('Ctrl-C leaves neither half a file nor half a home', async () => {
  const file = join(directory, 'whole.anneal')
  const stopped = await call('home', 'backup', join(directory, 'stopped.anneal'))
  stopped.stop('SIGINT')
  expect((await stopped.ended).exitCode).toBe(130)
  await (await call('home', 'backup', file)).ended
  const restoring = await call('stopped', 'restore', file)
  restoring.stop('SIGINT')
  expect((await restoring.ended).exitCode).toBe(130)
  const left = await readdir(directory, { recursive: true })
  expect(left.filter((name) => name.startsWith('stopped') && name !== 'stopped')).toEqual([])
})
