import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventDraft, RunEvent } from '../../contract/event.ts'
import { createFileBlobs } from '../blob/file-blobs.ts'
import { openSqlite } from '../database/sqlite.ts'
import { createRun } from '../in-store.ts'
import type { Store } from '../store.ts'
import type { EventRows } from './event-rows.ts'
import { createJournal } from './journal.ts'

let directory: string
let store: Store
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-journal-'))
  store = await openSqlite({ file: join(directory, 'anneal.db') })
})
afterAll(async () => {
  await store.close()
  await rm(directory, { recursive: true })
})

const NEVER = new AbortController().signal
const stage = { type: 'stage.start', stage: 'execute' } as EventDraft
const output = (text: string) =>
  ({ type: 'output.delta', block: 0, attempt: 1, stream: 'stdout', text }) as unknown as EventDraft
const end = (userId: string) => ({ type: 'run.end', userId, outcome: 'ok', durationMs: 1 }) as unknown as EventDraft

/** A run written by the test, on a real store whose batches can be held back. */
async function openRun() {
  const blobs = await createFileBlobs({ directory: join(directory, 'blobs'), limitBytes: 100_000_000 })
  let held = Promise.resolve()
  const rows: EventRows = { ...store.events, append: (entries) => held.then(() => store.events.append(entries)) }
  const journal = createJournal({
    rows,
    outputs: store.outputs,
    runs: store.runs,
    blobs,
    clock: Date.now,
    mask: (json) => json,
  })
  const { runId, userId } = await createRun(store)
  const writer = journal.open({ runId, sessionId: null, userId, onLost: () => {} })
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return resolve
  }
  const read = (afterSeq = 0) => journal.read(runId, { afterSeq, signal: NEVER })
  return { journal, writer, runId, userId, hold, read }
}

async function allOf(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const all: RunEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

it('a reader who comes while output is being stored misses nothing', async () => {
  const { writer, userId, hold, read } = await openRun()
  writer.emit(stage)
  writer.emit(output('seen, but not stored'))
  await writer.settled()
  const goOn = hold()
  writer.emit(stage)
  writer.emit(output('neither'))
  await wait(50)
  const told = allOf(read())
  await wait(50)
  goOn()
  await writer.settled()
  writer.emit(end(userId))
  expect((await told).map(({ seq }) => seq)).toEqual(numbersTo(5))
})

it('attack: a reader who takes nothing holds a bounded part of a run’s output, and misses nothing later', async () => {
  const PIECES = 1600
  const { writer, userId, read } = await openRun()
  writer.emit(stage)
  await writer.settled()
  const reader = read()[Symbol.asyncIterator]()
  expect((await reader.next()).value).toMatchObject({ seq: 1 })
  void reader.next()
  const before = heapBytes()
  for (let piece = 0; piece < PIECES; piece++) {
    writer.emit(output(String.fromCharCode(97 + (piece % 26)).repeat(40_000) + piece))
    if (piece % 20 === 0) await writer.settled()
  }
  await writer.settled()
  const grown = heapBytes() - before
  writer.emit(end(userId))
  await writer.settled()
  expect(grown).toBeLessThan(16_000_000)
  let seq = 2
  for (let next = await reader.next(); !next.done; next = await reader.next()) expect(next.value?.seq).toBe(++seq)
  expect(seq).toBe(PIECES + 2)
})

/** Bytes in use, without garbage. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().heapUsed
}
