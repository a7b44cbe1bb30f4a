import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '../../src/store/database/postgres.ts'
import { openSqlite } from '../../src/store/database/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { emptyDatabase } from './postgres.ts'

interface Opened {
  directory: string
  place: string
  store: Store
}

/** Runs on each database with a directory of its own; everything is gone afterwards. */
export async function onDatabase<T>(kind: 'SQLite' | 'PostgreSQL', use: (opened: Opened) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'anneal-plans-'))
  try {
    const isPostgres = kind === 'PostgreSQL'
    const place = isPostgres ? await emptyDatabase() : join(directory, 'anneal.db')
    const store = isPostgres ? await openPostgres({ url: place }) : await openSqlite({ file: place })
    return await use({ directory, place, store }).finally(() => store.close())
  } finally {
    await rm(directory, { recursive: true })
  }
}
