import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgres } from '../src/store/database/postgres.ts'
import { openSqlite } from '../src/store/database/sqlite.ts'
import { killWriters } from './support/kill-writers.ts'
import { emptyDatabase } from './support/postgres.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-kill-'))
})
afterAll(() => rm(directory, { recursive: true }))

it('acknowledged data survives a hundred kills of a process that writes to SQLite', async () => {
  const file = join(directory, 'anneal.db')
  const kept = await killWriters({ directory, place: file, open: () => openSqlite({ file }), rounds: 100 })
  expect(kept).toBeGreaterThanOrEqual(100)
})

it('acknowledged data survives ten kills of a process that writes to PostgreSQL', async () => {
  const url = await emptyDatabase()
  const kept = await killWriters({ directory, place: url, open: () => openPostgres({ url }), rounds: 10 })
  expect(kept).toBeGreaterThanOrEqual(10)
})
