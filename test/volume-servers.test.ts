import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesOf, DATA, openVolumes } from '../src/session/volume/with-volumes.fixture.ts'
import { openPostgres } from '../src/store/database/postgres.ts'
import { emptyDatabase } from './support/postgres.ts'

const FILES = 24
let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-volume-servers-'))
})
afterAll(async () => {
  await rm(directory, { recursive: true })
})

test('servers on one PostgreSQL that change a volume at once lose nothing, and respect its quota together', async () => {
  const url = await emptyDatabase()
  const stores = await Promise.all([openPostgres({ url }), openPostgres({ url })])
  const [one, two] = await Promise.all(stores.map((store) => openVolumes(store, directory)))
  await one?.volumes.create(DATA.userId, { name: DATA.name, maxFiles: FILES })
  const saves = Array.from({ length: FILES + 6 }, (_, n) =>
    (n % 2 ? one : two)?.volumes.save(DATA, { path: `file-${n}`, content: bytesOf(`text ${n}`) }),
  )
  const results = await Promise.allSettled(saves)
  const saved = results.flatMap(({ status }, n) => (status === 'fulfilled' ? [[`file-${n}`, `text ${n}`]] : []))
  expect(saved).toHaveLength(FILES)
  for (const result of results) if (result.status === 'rejected') expect(result.reason.code).toBe('VOLUME_FULL')
  for (const tools of [one, two]) expect(await tools?.all()).toEqual(Object.fromEntries(saved))
  expect(await two?.volumes.info(DATA)).toMatchObject({ version: FILES + 1, files: FILES })
  await one?.volumes.remove(DATA)
  expect(await one?.storedBlobs()).toBe(0)
  await Promise.all(stores.map((store) => store.close()))
})
