import assert from 'node:assert/strict'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { Blobs } from '../../src/store/blob/blobs.ts'
import { createFileBlobs } from '../../src/store/blob/file-blobs.ts'
import { inStore, type OpenStore } from '../../src/store/in-store.ts'
import type { Store } from '../../src/store/store.ts'
import { COMPILED } from './compiled.ts'
import { type Acknowledged, userOf, writerBatches, writerContent, writerRun } from './writer-items.ts'

const WRITER = join(import.meta.dirname, 'store-writer.ts')
const LONGEST_LIFE_MS = 60

export const contentsIn = (directory: string) =>
  createFileBlobs({ directory: join(directory, 'blobs'), limitBytes: 1_000_000 })

interface Kills {
  directory: string
  place: string
  open: OpenStore
  rounds: number
}

/** Kills a process that writes, again and again; resolves with the number of acknowledged items, all of which were found. */
export async function killWriters({ directory, place, open, rounds }: Kills): Promise<number> {
  const all: Acknowledged[][] = []
  const startWriter = (round: number) =>
    spawn(process.execPath, [WRITER, place, directory, String(round)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...COMPILED },
    })
  let next = startWriter(0)
  try {
    for (let round = 0; round < rounds; round++) {
      const writer = next
      // Its start takes longer than the rest of a round, and it waits before it touches the database.
      next = startWriter(round + 1)
      const lifeMs = Math.random() * LONGEST_LIFE_MS
      const items = await writeUntilKilled(writer, lifeMs)
      all.push(items)
      await inStore(open, async (store) => {
        await compareWritten({ store, blobs: await contentsIn(directory), round, items })
      }).catch((cause) => {
        throw new Error(`round ${round}, killed ${lifeMs} ms after the first line: ${cause.message}`, { cause })
      })
    }
  } finally {
    next.kill('SIGKILL')
  }
  // Checks once more at the end: later processes must not undo the work of earlier ones.
  await inStore(open, async (store) => {
    const blobs = await contentsIn(directory)
    for (const [round, items] of all.entries()) await compareWritten({ store, blobs, round, items })
  })
  return all.flat().length
}

type Writer = ChildProcessByStdio<Writable, Readable, null>

async function writeUntilKilled(writer: Writer, lifeMs: number): Promise<Acknowledged[]> {
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

export interface Comparison {
  store: Store
  blobs: Blobs
  round: number
  items: Acknowledged[]
}

/** Throws where an acknowledged item is missing, or partial. */
export async function compareWritten({ store, blobs, round, items }: Comparison) {
  const acknowledged = new Map<number, number>()
  for (const item of items) {
    if ('run' in item) acknowledged.set(item.run, item.batches)
    else assert.ok(writerContent(round, item.content).equals(await blobs.get(item.hash)), 'content came back changed')
  }
  const stored = await store.runs.list({ userId: userOf(round), limit: 1000 })
  const ids = stored.map((run) => run.runId)
  let executions = 0
  // The writer may have stored one run more than it could report.
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
