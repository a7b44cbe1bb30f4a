import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { undisturbed } from '../../sandbox/checks/host-pace.ts'
import { createRun } from '../in-store.ts'
import { outputSegment, runEnd, sampleStory, stageStart } from '../run/sample-run.ts'
import { openSqlite } from './sqlite.ts'

const PAGE_BYTES = 4096
let directory = ''
let file = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-bad-'))
  file = join(directory, 'anneal.db')
})
afterEach(() => rm(directory, { recursive: true }))

/** A database of many pages, all of them in the file itself. */
async function writeDatabase() {
  const store = await openSqlite({ file })
  const run = await createRun(store)
  const entries = Array.from({ length: 500 }, (_, index) => outputSegment(run, index + 1, index + 1))
  await store.events.append(entries)
  await store.close()
  return run
}

async function overwrite(from: number, to: number) {
  const handle = await open(file, 'r+')
  await handle.write(Buffer.alloc(to - from, 'damage'), 0, to - from, from)
  await handle.close()
}

describe('a file that cannot be used is STORE_DAMAGED, with the reason and the place', () => {
  const opening = () => openSqlite({ file, busyTimeoutMs: 50 })

  it('when it is something else', async () => {
    await writeFile(file, 'Dear diary, this is not a database at all. '.repeat(50))
    await expect(opening()).rejects.toMatchObject({
      code: 'STORE_DAMAGED',
      message: `The database at ${file} cannot be read: it is not a database, or its first page is damaged.`,
    })
    expect(await readFile(file, 'utf8')).toMatch(/^Dear diary/)
  })

  it('when its first page is damaged', async () => {
    await writeDatabase()
    await overwrite(0, 100)
    await expect(opening()).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
  })

  it('when it was cut short', async () => {
    await writeDatabase()
    await truncate(file, 5 * PAGE_BYTES)
    const reading = opening().then(async (store) => {
      try {
        return await store.runs.stats(null)
      } finally {
        await store.close()
      }
    })
    await expect(reading).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
  })

  it('when a page inside is damaged, and then when it is read', async () => {
    const run = await writeDatabase()
    // Tables and indexes stand at the beginning, and rows behind them.
    const { size } = await stat(file)
    await overwrite(Math.floor(((size / PAGE_BYTES) * 3) / 4) * PAGE_BYTES, size)
    const store = await opening()
    await expect(store.events.read(run.runId, 0)).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
    await store.close()
  })

  it('when an event in it is not JSON', async () => {
    const run = await writeDatabase()
    new SqliteFile(file).exec("update event set body = '{' where seq = 7").close()
    const store = await opening()
    await expect(store.events.read(run.runId, 0)).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
    await store.close()
  })

  it('when there is a directory in its place', async () => {
    await mkdir(file)
    await expect(opening()).rejects.toMatchObject({
      code: 'STORE_DAMAGED',
      message: `The database at ${file} cannot be read: there is a directory in its place.`,
    })
  })

  it('when its directory is a file', async () => {
    await writeFile(join(directory, 'home'), '')
    const inside = join(directory, 'home', 'anneal.db')
    await expect(openSqlite({ file: inside })).rejects.toMatchObject({
      code: 'STORE_DAMAGED',
      message: expect.stringContaining('a part of its path is a file'),
    })
  })
})

describe('a database that another process holds', () => {
  async function hold() {
    const program = join(import.meta.dirname, '../../../test/support/hold-database.ts')
    const child = spawn(process.execPath, [program, file], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    return async () => {
      child.stdin.end()
      await once(child, 'exit')
    }
  }

  it('fails a write as STORE_BUSY while reads and timers go on, and works when it is free', () =>
    undisturbed(300, async () => {
      const store = await openSqlite({ file, busyTimeoutMs: 300 })
      const run = await createRun(store)
      const release = await hold()
      let ticks = 0
      const timer = setInterval(() => ticks++, 10)
      const started = performance.now()
      await expect(store.events.append([stageStart(run, 1)])).rejects.toMatchObject({ code: 'STORE_BUSY', retry: true })
      await expect(store.leases.renew('engine', 1)).rejects.toMatchObject({ code: 'STORE_BUSY' })
      expect(performance.now() - started).toBeLessThan(5000)
      clearInterval(timer)
      expect(ticks).toBeGreaterThan(5)
      expect(await store.events.read(run.runId, 0)).toEqual([])
      await release()
      await store.events.append([stageStart(run, 1)])
      expect(await store.events.read(run.runId, 0)).toEqual([stageStart(run, 1)])
      await store.close()
    }))

  it('is waited for', async () => {
    const store = await openSqlite({ file })
    const run = await createRun(store)
    const release = await hold()
    const appending = store.events.append(sampleStory(run))
    await release()
    await appending
    expect(await store.events.read(run.runId, 0)).toEqual(sampleStory(run))
    await store.close()
  })

  it('cannot be opened by a second engine for the time being', async () => {
    await (await openSqlite({ file })).close()
    const release = await hold()
    await expect(openSqlite({ file, busyTimeoutMs: 50 })).rejects.toMatchObject({ code: 'STORE_BUSY' })
    await release()
    await (await openSqlite({ file })).close()
  })
})

it('SQLite itself refuses a second end of a run', async () => {
  const store = await openSqlite({ file })
  const run = await createRun(store)
  await store.events.append([runEnd(run, 1)])
  const database = new SqliteFile(file)
  const insert =
    "insert into event (subject, user_id, seq, last_seq, type, at, body) select 'run:' || run_id, '', 2, 2, 'run.end', 0, '' from run"
  expect(() => database.exec(insert)).toThrow(/UNIQUE constraint failed/)
  database.close()
  await store.close()
})

it('the database and its directory are for their owner only', async () => {
  const inside = join(directory, 'home', 'anneal.db')
  const store = await openSqlite({ file: inside })
  const rights = async (path: string) => (await stat(path)).mode & 0o777
  expect(await rights(join(directory, 'home'))).toBe(0o700)
  for (const ending of ['', '-wal', '-shm']) expect(await rights(inside + ending)).toBe(0o600)
  await store.close()
})
