import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { storeChecks } from '../checks.ts'
import { openSqlite } from './sqlite.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-sqlite-'))
})
afterAll(() => rm(directory, { recursive: true }))

describe('SQLite keeps the promises of every store', () => {
  for (const check of storeChecks) {
    it(check.id, () => check.run(() => openSqlite({ file: join(directory, 'anneal.db') })))
  }
})
