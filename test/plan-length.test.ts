import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgres } from '../src/store/database/postgres.ts'
import { openSqlite } from '../src/store/database/sqlite.ts'
import type { Store } from '../src/store/store.ts'
import { openPlanEngine } from './support/plan-engine.ts'
import { emptyDatabase } from './support/postgres.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-plan-length-'))
})
afterAll(() => rm(directory, { recursive: true }))

const chain = (length: number) =>
  Array.from({ length }, (_, n) => ({
    id: `s${n}`,
    action: { type: 'look', input: { name: `s${n}` } },
    ...(n > 0 && { needs: [`s${n - 1}`] }),
  }))

async function runChain(store: Store, length: number): Promise<void> {
  const engine = await openPlanEngine({ store, directory: join(directory, `chain-${length}`) })
  expect((await engine.plans.executePlan({ steps: chain(length) })).state).toBe('done')
  await engine.close()
}

it('a step reads as many rows in a long plan as in a short one', async () => {
  const readsOf = async (length: number) => {
    const url = await emptyDatabase()
    // Small tables would be read whole instead of by their indexes.
    const store = await openPostgres({ url: `${url}?options=-c%20enable_seqscan%3Doff` })
    await runChain(store, length)
    // The counts are told when the connections end.
    await store.close()
    return (await rowsRead(url)) / length
  }
  const [short, long] = [await readsOf(30), await readsOf(150)]
  expect(short).toBeGreaterThan(1)
  expect(long).toBeLessThan(short * 1.5)
})

async function rowsRead(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(`select
      (select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) from pg_stat_user_tables) +
      (select sum(idx_tup_read) from pg_stat_user_indexes) as count`)
    return Number(rows[0].count)
  } finally {
    await client.end()
  }
}

it('the row that every step of a plan changes is as small in a long plan as in a short one', async () => {
  const file = join(directory, 'anneal.db')
  const store = await openSqlite({ file })
  for (const length of [1, 100]) await runChain(store, length)
  await store.close()
  const database = new SqliteFile(file, { readonly: true })
  const sizes = database.prepare('select length(body) as size from plan').all() as { size: number }[]
  database.close()
  expect(new Set(sizes.map(({ size }) => size)).size).toBe(1)
})
