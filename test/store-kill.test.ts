import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgres } from '../src/store/database/postgres.ts'
import { openSqlite } from '../src/store/database/sqlite.ts'
import { inStore } from '../src/store/in-store.ts'
import { compareWritten, contentsIn, killWriters } from './support/kill-writers.ts'
import { emptyDatabase } from './support/postgres.ts'
import { type Acknowledged, writerBatches, writerRun } from './support/writer-items.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-kill-'))
})
afterAll(async () => {
  await rm(directory, { recursive: true })
})

it('acknowledged data survives three kills of a process that writes to SQLite', async () => {
  const file = join(directory, 'anneal.db')
  const kept = await killWriters({ directory, place: file, open: () => openSqlite({ file }), rounds: 3 })
  expect(kept).toBeGreaterThanOrEqual(3)
})

it('acknowledged data survives two kills of a process that writes to PostgreSQL', async () => {
  const url = await emptyDatabase()
  const kept = await killWriters({ directory, place: url, open: () => openPostgres({ url }), rounds: 2 })
  expect(kept).toBeGreaterThanOrEqual(2)
})

it('the comparison notices missing and partial data', async () => {
  const run = writerRun(0, 0)
  const [first = [], second = [], third = []] = writerBatches(run)
  const blobs = await contentsIn(directory)
  await inStore(
    () => openSqlite({ file: join(directory, 'other.db') }),
    async (store) => {
      const comparing = (...items: Acknowledged[]) => expect(compareWritten({ store, blobs, round: 0, items }))
      await store.runs.create(run)
      await store.events.append(first)
      await comparing({ run: 0, batches: 1 }).resolves.toBeUndefined()
      await comparing({ run: 0, batches: 2 }).rejects.toThrow('2 batches were acknowledged, 1 are there')
      await comparing({ run: 1, batches: 0 }).rejects.toThrow('acknowledged run 1 is missing')
      await comparing({ content: 99_999, hash: '0'.repeat(64) }).rejects.toThrow('is missing')
      await store.events.append([...second, ...third.slice(1)])
      await comparing().rejects.toThrow('half a batch')
    },
  )
})
