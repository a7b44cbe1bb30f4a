import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backupHome, restoreHome } from '../src/engine.ts'
import { BACKUP_TABLES } from '../src/store/backup/backup-tables.ts'
import { createS3Blobs } from '../src/store/blob/s3-blobs.ts'
import { createSession } from '../src/store/content/sample-state.ts'
import { openPostgres } from '../src/store/database/postgres.ts'
import { openSqlite } from '../src/store/database/sqlite.ts'
import { configOf } from './support/engine.ts'
import { assertEqualData, type Data, fillData, openBlobs, rowsOf, saveState } from './support/filled-home.ts'
import { OBJECT_STORE_KEY, type ObjectStore, startObjectStore } from './support/object-store.ts'
import { emptyDatabase } from './support/postgres.ts'

const signal = new AbortController().signal
const onProgress = () => {}
const about = { id: 'backup', madeAt: 1_700_000_000_000, madeBy: '0.1.0', onProgress, signal }
let objects: ObjectStore
let directory = ''
beforeAll(async () => {
  objects = await startObjectStore('anneal-test')
  directory = await mkdtemp(join(tmpdir(), 'anneal-backup-'))
})
afterAll(async () => {
  await objects.stop()
  await rm(directory, { recursive: true })
})

let homes = 0
const newHome = () => join(directory, `home-${++homes}`)
const postgresHome = async () => ({ home: newHome(), env: { ANNEAL_DATABASE_URL: await emptyDatabase() } })
type Place = { home: string; env: Record<string, string> }
const here = (home = newHome()): Place => ({ home, env: {} })

const inBucket = (prefix: string): Record<string, string> => ({
  ANNEAL_S3_BUCKET: 'anneal-test',
  ANNEAL_S3_ENDPOINT: objects.endpoint,
  ANNEAL_S3_PREFIX: prefix,
  ANNEAL_S3_KEY_ID: OBJECT_STORE_KEY.keyId,
  ANNEAL_S3_SECRET: OBJECT_STORE_KEY.secret,
})

async function withData<T>({ home, env }: Place, use: (data: Data) => Promise<T>): Promise<T> {
  const { ANNEAL_DATABASE_URL: url, ANNEAL_S3_PREFIX: prefix } = env
  const store = url ? await openPostgres({ url }) : await openSqlite({ file: join(home, 'anneal.db') })
  try {
    const blobs = await openBlobs(home)
    const bucket = { bucket: 'anneal-test', endpoint: objects.endpoint, region: 'us-east-1', ...OBJECT_STORE_KEY }
    const states = prefix ? await createS3Blobs({ ...bucket, prefix, limitBytes: 1_000_000 }) : blobs.states
    return await use({ store, blobs: { ...blobs, states } })
  } finally {
    await store.close()
  }
}

const backup = ({ home, env }: Place, file = join(directory, `${++homes}.anneal`)) =>
  backupHome(configOf(home, env).config, { ...about, file })
const restore = ({ home, env }: Place, file: string) =>
  restoreHome(configOf(home, env).config, { file, onProgress, signal })

describe('everything is restored unchanged', () => {
  const ways: Record<string, () => Promise<[Place, Place]>> = {
    'from SQLite to SQLite': async () => [here(), here()],
    'from SQLite to PostgreSQL': async () => [here(), await postgresHome()],
    'from PostgreSQL to SQLite': async () => [await postgresHome(), here()],
    'from a bucket to files': async () => [{ home: newHome(), env: inBucket('one') }, here()],
    'from files to a bucket': async () => [here(), { home: newHome(), env: inBucket('two') }],
  }
  for (const [way, places] of Object.entries(ways)) {
    it(way, async () => {
      const [from, to] = await places()
      await withData(from, (data) => fillData(data, 3))
      const { file, rows, objects: pieces } = await backup(from)
      expect(pieces).toBe(9)
      expect(await restore(to, file)).toMatchObject({ rows, objects: 9, madeAt: about.madeAt })
      await withData(from, (one) => withData(to, (other) => assertEqualData(one, other)))
      await withData(to, (data) => fillData(data, 1))
    })
  }
})

it('every lasting table is in a backup', async () => {
  const place = here()
  await withData(place, async (data) => {
    await fillData(data, 1)
    const rows = await rowsOf(data.store)
    expect([...rows.keys()].toSorted()).toEqual([...BACKUP_TABLES].toSorted())
  })
})

it('a backup of data in use is that of one moment', async () => {
  const from: Place = { home: newHome(), env: inBucket('at-work') }
  await withData(from, async (data) => {
    await fillData(data, 2)
    const { row, step } = await createSession(data.store)
    const state = await saveState(data)
    await data.store.sessions.advance({ ...step, state })
    // The rows are read by then: the session goes on before the first piece of content is read.
    let steps = 0
    objects.interfere(async ({ method }) => {
      if (method === 'GET' && steps === 0) while (steps < 3) steps = await goOn(data, step)
      return false
    })
    const { file } = await backup(from).finally(() => objects.interfere(() => false))
    expect(steps).toBe(3)
    const to = here()
    await restore(to, file)
    await withData(to, async (restored) => {
      expect(await restored.store.sessions.get(row.id)).toEqual({ ...row, stateId: state.id })
      expect(await restored.blobs.states.get(state.id)).toHaveLength(5000)
    })
    // The hold has ended with the backup, so leftovers of the session are found.
    const orphans = await data.store.contents.orphans(Number.MAX_SAFE_INTEGER, 1000)
    expect(orphans).toHaveLength(3)
    expect(orphans).toContain(state.id)
  })
})

/** A step of a session; the content that it releases is removed at once. */
async function goOn(data: Data, step: Awaited<ReturnType<typeof createSession>>['step']): Promise<number> {
  const execution = { runId: null, language: 'python', code: '1', outcome: 'ok', at: 1, durationMs: 2 } as const
  const { blobs, executions } = await data.store.sessions.advance({ ...step, state: await saveState(data), execution })
  for (const hash of blobs) await data.blobs.states.remove(hash)
  return executions
}

describe('a restore is refused, and nothing is changed', () => {
  it('into a home with data', async () => {
    const place = here()
    await withData(place, (data) => fillData(data, 1))
    const { file } = await backup(place)
    await expect(restore(place, file)).rejects.toMatchObject({
      code: 'BACKUP_REFUSED',
      message: expect.stringContaining('is not empty'),
    })
  })

  it('into a PostgreSQL with data', async () => {
    const place = here()
    await withData(place, (data) => fillData(data, 1))
    const { file } = await backup(place)
    const to = await postgresHome()
    await withData(to, ({ store }) => store.policies.put({}, { userId: 'ada', at: 1 }))
    const before = await withData(to, ({ store }) => rowsOf(store))
    await rm(to.home, { recursive: true })
    await expect(restore(to, file)).rejects.toMatchObject({ code: 'BACKUP_REFUSED' })
    expect(await withData(to, ({ store }) => rowsOf(store))).toEqual(before)
  })
})

it('a backup that fails leaves no file', async () => {
  const place = here()
  await withData(place, async (data) => {
    await fillData(data, 1)
    for await (const hash of data.blobs.states.list()) await data.blobs.states.remove(hash)
  })
  const file = join(directory, 'failed.anneal')
  await expect(backup(place, file)).rejects.toMatchObject({ code: 'BLOB_NOT_FOUND' })
  expect((await readdir(directory)).filter((name) => name.startsWith('failed'))).toEqual([])
})
