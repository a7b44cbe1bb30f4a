import { randomBytes } from 'node:crypto'
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { chooseStateBlobs } from '../src/adapter/choose-state-blobs.ts'
import { loadConfig } from '../src/engine.ts'
import { createStates } from '../src/session/state/create-states.ts'
import { openSqlite } from '../src/store/database/sqlite.ts'

/** Longer than the age up to which unfinished writes are left alone. */
const LATER_MS = 2 * 3_600_000

export interface StatesLeft {
  /** Blobs that killed writers had left, and the sweep has removed. */
  swept: number
  /** Files and rows of content after the sweep: one without the other is lost or forgotten. */
  withoutRow: string[]
  withoutFile: string[]
  states: number
}

/** Sweeps the states of a home that no engine uses, and reports the rest. */
export async function statesLeft(home: string): Promise<StatesLeft> {
  const file = join(home, 'anneal.db')
  const directory = join(home, 'states')
  const store = await openSqlite({ file })
  const { config } = loadConfig({ env: { ANNEAL_HOME: home }, userHome: home, readFile: () => undefined })
  makeOld(join(directory, 'tmp'))
  const blobs = await chooseStateBlobs(config)
  const clock = () => Date.now() + LATER_MS
  const swept = await createStates({ blobs, contents: store.contents, clock, randomBytes }).sweep()
  await store.close()
  const rows = new Database(file, { readonly: true })
  const needed = rows.prepare<[], string>('SELECT hash FROM content').pluck().all()
  const states = rows.prepare<[], number>('SELECT count(*) FROM state').pluck().get() ?? 0
  rows.close()
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
  return {
    swept,
    withoutRow: files.filter((name) => !needed.includes(name)),
    withoutFile: needed.filter((hash) => !files.includes(hash)),
    states,
  }
}

/** Ages half-written blobs: opening the blobs removes them when they are so old that no writer is left. */
function makeOld(directory: string): void {
  const before = new Date(Date.now() - LATER_MS)
  for (const name of readdirSync(directory)) utimesSync(join(directory, name), before, before)
}
