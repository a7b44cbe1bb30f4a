import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openPostgres } from '../src/store/database/postgres.ts'
import { openSqlite } from '../src/store/database/sqlite.ts'
import { killSessionWriters } from './support/kill-session-writers.ts'
import { emptyDatabase } from './support/postgres.ts'
import { withHome } from './support/temporary-home.ts'

it('the rows of SQLite and the events agree after a kill at any moment, and acknowledged changes have events', () =>
  withHome(async (home) => {
    const place = join(home, 'anneal.db')
    expect(await killSessionWriters(place, () => openSqlite({ file: place }), 3)).toBeGreaterThan(3)
  }))

it('the rows of PostgreSQL and the events agree after a kill at any moment, and acknowledged changes have events', async () => {
  const place = await emptyDatabase()
  expect(await killSessionWriters(place, () => openPostgres({ url: place }), 3)).toBeGreaterThan(3)
})
