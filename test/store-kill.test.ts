import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Blobs } from '../src/store/blob/blobs.ts'
import { createFileBlobs } from '../src/store/blob/file-blobs.ts'
import { openPostgres } from '../src/store/database/postgres.ts'
import { openSqlite } from '../src/store/database/sqlite.ts'
import { inStore, type OpenStore } from '../src/store/in-store.ts'
import type { Store } from '../src/store/store.ts'
import { COMPILED } from './support/compiled.ts'
import { type PostgresServer, startPostgres } from './support/postgres.ts'
import { type Acknowledged, userOf, writerBatches, writerContent, writerRun } from './support/writer-items.ts'

const WRITER = join(import.meta.dirname, 'support/store-writer.ts')
const LONGEST_LIFE_MS = 60
let directory = ''
let server: PostgresServer
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-kill-'))
  server = await startPostgres()
})
afterAll(async () => {
  await server.stop()
  await rm(directory, { recursive: true })
})

it('what was acknowledged survives a hundred kills of a process that writes to SQLite', async () => {
  const file = join(directory, 'anneal.db')
  const kept = await killOften({ place: file, open: () => openSqlite({ file }), rounds: 100 })
  expect(kept).toBeGreaterThanOrEqual(100)
})

it('what was acknowledged survives ten kills of a process that writes to PostgreSQL', async () => {
  const url = await server.createDatabase()
  const kept = await killOften({ place: url, open: () => openPostgres({ url }), rounds: 10 })
  expect(kept).toBeGreaterThanOrEqual(10)
})

it('the comparison notices what is missing and what is half there', async () => {
  const run = writerRun(0, 0)
  const [first = [], second = [], third = []] = writerBatches(run)
  const blobs = await contents()
  await inStore(
    () => openSqlite({ file: join(directory, 'other.db') }),
    async (store) => {
      const comparing = (...items: Acknowledged[]) => expect(compare({ store, blobs, round: 0, items }))
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

const contents = () => createFileBlobs({ directory: join(directory, 'blobs'), limitBytes: 1_000_000 })

/** Resolves with the number of acknowledged items, all of which were found. */
async function killOften({ place, open, rounds }: { place: string; open: OpenStore; rounds: number }) {
  const all: Acknowledged[][] = []
  let next = startWriter(place, 0)
  try {
    for (let round = 0; round < rounds; round++) {
      const writer = next
      // Its start takes longer than all the rest of a round, and it waits before it touches the database.
      next = startWriter(place, round + 1)
      const lifeMs = Math.random() * LONGEST_LIFE_MS
      const items = await writeUntilKilled(writer, lifeMs)
      all.push(items)
      await inStore(open, async (store) => {
        await compare({ store, blobs: await contents(), round, items })
      }).catch((cause) => {
        throw new Error(`round ${round}, killed ${lifeMs} ms after the first line: ${cause.message}`, { cause })
      })
    }
  } finally {
    next.kill('SIGKILL')
  }
  // Once more at the end: what one process left must not be undone by those that came after it.
  await inStore(open, async (store) => {
    const blobs = await contents()
    for (const [round, items] of all.entries()) await compare({ store, blobs, round, items })
  })
  return all.flat().length
}

function startWriter(place: string, round: number) {
  return spawn(process.execPath, [WRITER, place, directory, String(round)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...COMPILED },
  })
}

async function writeUntilKilled(writer: ReturnType<typeof startWriter>, lifeMs: number): Promise<Acknowledged[]> {
  const ended = once(writer, 'exit')
  const output = text(writer.stdout)
  writer.stdin.write('x')
  await Promise.race([once(writer.stdout, 'data'), ended])
  await wait(lifeMs)
  writer.kill('SIGKILL')
  assert.deepEqual(await ended, [null, 'SIGKILL'], 'the writer ended by itself')
  const lines = (await output).trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line))
}

interface Comparison {
  store: Store
  blobs: Blobs
  round: number
  items: Acknowledged[]
}

async function compare({ store, blobs, round, items }: Comparison) {
  const acknowledged = new Map<number, number>()
  for (const item of items) {
    if ('run' in item) acknowledged.set(item.run, item.batches)
    else assert.ok(writerContent(round, item.content).equals(await blobs.get(item.hash)), 'content came back changed')
  }
  const stored = await store.runs.list({ userId: userOf(round), limit: 1000 })
  const ids = stored.map((run) => run.runId)
  let executions = 0
  // The writer may have stored one run more than it could tell.
  for (let number = 0; number <= Math.max(-1, ...acknowledged.keys()) + 1; number++) {
    const isThere = ids.includes(writerRun(round, number).runId)
    assert.ok(isThere || !acknowledged.has(number), `acknowledged run ${number} is missing`)
    if (!isThere) continue
    executions += await compareRun({ store, round, number, acknowledged: acknowledged.get(number) ?? 0 })
  }
  const stats = await store.runs.stats(userOf(round))
  assert.equal(stats.executions.total, executions, 'the executions do not agree with the events')
}

/** Resolves with the number of executions in the run. */
async function compareRun(at: { store: Store; round: number; number: number; acknowledged: number }): Promise<number> {
  const run = writerRun(at.round, at.number)
  const batches = writerBatches(run)
  const entries = await at.store.events.read(run.runId, 0)
  const whole = [0, 1, 2, 3, 4].find((count) => batches.slice(0, count).flat().length === entries.length)
  assert.ok(whole !== undefined, `${entries.length} events: half a batch was stored`)
  assert.ok(whole >= at.acknowledged, `${at.acknowledged} batches were acknowledged, ${whole} are there`)
  assert.deepEqual(entries, batches.slice(0, whole).flat())
  const row = await at.store.runs.get(run.runId)
  assert.equal(row?.state, whole === batches.length ? 'ended' : 'running')
  assert.deepEqual(row?.languages, whole === 0 ? [] : ['python'])
  return entries.filter((entry) => entry.type === 'attempt.end').length
}
