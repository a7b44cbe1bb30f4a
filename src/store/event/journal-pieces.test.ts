import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunEvent } from '../../contract/event.ts'
import { createFileBlobs } from '../blob/file-blobs.ts'
import { openSqlite } from '../database/sqlite.ts'
import { type SampleRun, sampleRun, stageStart } from '../run/sample-run.ts'
import type { Store } from '../store.ts'
import type { EventRows } from './event-rows.ts'
import { createJournal } from './journal.ts'
import type { OutputSegment, RunEntry } from './journal-entry.ts'

/** More than fits as arguments on Node's stack. */
const PIECES = 200_000

let directory = ''
let store: Store
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-journal-'))
  store = await openSqlite({ file: join(directory, 'anneal.db') })
})
afterAll(async () => {
  await store.close()
  await rm(directory, { recursive: true })
})

async function open(rows: EventRows = store.events) {
  const blobs = await createFileBlobs({ directory: join(directory, 'blobs'), limitBytes: 1_000_000_000 })
  return {
    blobs,
    journal: createJournal({
      rows,
      outputs: store.outputs,
      runs: store.runs,
      blobs,
      clock: Date.now,
      mask: (json) => json,
    }),
  }
}

async function start(run: SampleRun) {
  const { runId, userId, engineId, startedAt } = run
  await store.runs.create({ runId, userId, engineId, startedAt })
  return { runId, userId, sessionId: null, onLost: expect.unreachable }
}

async function readAll(events: AsyncIterable<RunEvent>): Promise<string> {
  let text = ''
  for await (const event of events) if (event.type === 'output.delta') text += event.text
  return text
}

describe('a run with very many small pieces of output', () => {
  it('is read again, to the last piece, after it has ended', async () => {
    const run = sampleRun()
    const { journal } = await open()
    const writer = journal.open(await start(run))
    for (let piece = 0; piece < PIECES; piece++) {
      writer.emit({ type: 'output.delta', block: 0, attempt: 1, stream: 'stdout', text: 'x' })
    }
    writer.emit({ type: 'run.end', outcome: 'ok', durationMs: 1 })
    await writer.settled()
    const history = await journal.history(run.runId)
    expect(history.map(({ seq }) => seq)).toEqual(Array.from({ length: PIECES + 1 }, (_, index) => index + 1))
    const { signal } = new AbortController()
    expect(await readAll(journal.read(run.runId, { afterSeq: 0, signal }))).toBe('x'.repeat(PIECES))
  }, 60_000)

  it('is read again when an older version has stored all of it as one segment', async () => {
    const run = sampleRun()
    const { blobs, journal } = await open({ ...store.events, readPage: async () => [await oneSegment()] })
    const history = await journal.history(run.runId)
    expect(history.at(-1)).toMatchObject({ seq: PIECES, text: 'x' })

    async function oneSegment(): Promise<OutputSegment> {
      const envelope = { type: 'output.delta', runId: run.runId, sessionId: null, at: 1, cause: null }
      const deltas = Array.from({ length: PIECES }, (_, index) => ({ ...envelope, seq: index + 1, text: 'x' }))
      const blob = await blobs.put(Buffer.from(JSON.stringify(deltas)))
      const { runId, userId } = run
      const owner = { subject: `run:${runId}` as const, userId, runId }
      return { type: 'output.segment', ...owner, seq: 1, lastSeq: PIECES, at: 1, deltas: null, blob }
    }
  }, 60_000)

  it('is stored in segments of a bounded number of pieces', async () => {
    const run = sampleRun()
    const appended: RunEntry[] = []
    const append = async (entries: RunEntry[]) => {
      for (const entry of entries) appended.push(entry)
      await store.events.append(entries)
    }
    const { journal } = await open({ ...store.events, append })
    const writer = journal.open(await start(run))
    for (let piece = 0; piece < 25_000; piece++) {
      writer.emit({ type: 'output.delta', block: 0, attempt: 1, stream: 'stdout', text: 'x' })
    }
    writer.emit({ type: 'run.end', outcome: 'ok', durationMs: 1 })
    await writer.settled()
    const segments = appended.filter((entry) => entry.type === 'output.segment')
    expect(segments.map(({ seq, lastSeq }) => [seq, lastSeq])).toEqual([
      [1, 10_000],
      [10_001, 20_000],
      [20_001, 25_000],
    ])
  }, 60_000)
})

describe('a run with very many events', () => {
  it('is read in pages, so that others have their turn', async () => {
    const run = sampleRun()
    const { journal } = await open()
    await start(run)
    await store.events.append(Array.from({ length: 2000 }, (_, index) => stageStart(run, index + 1)))
    let turns = 0
    const other = setInterval(() => turns++, 0)
    const history = await journal.history(run.runId)
    clearInterval(other)
    expect(history.map(({ seq }) => seq)).toEqual(Array.from({ length: 2000 }, (_, index) => index + 1))
    expect(turns).toBeGreaterThan(0)
    const late: number[] = []
    for await (const { seq } of journal.stored(run.runId, 1997)) late.push(seq)
    expect(late).toEqual([1998, 1999, 2000])
  }, 60_000)
})
