import { setImmediate as otherWork } from 'node:timers/promises'
import type { Subject } from '../../contract/event/envelope.ts'
import type { EngineEvent, EventOf, RunEvent } from '../../contract/event.ts'
import type { Blobs } from '../blob/blobs.ts'
import type { OutputRows } from '../output/output-rows.ts'
import type { RunRows } from '../run/run-rows.ts'
import { createBell } from './bell.ts'
import { type Channel, createChannel } from './channel.ts'
import type { EventRows } from './event-rows.ts'
import type { JournalEntry } from './journal-entry.ts'
import { createRunWriter, isTaken, type RunWriter, type RunWriterParts } from './run-writer.ts'
import { createStreams } from './streams.ts'

/** Polling interval for a run that another engine writes. */
const POLL_MS = 200

/** Entries read in one turn; then others have a turn. Large output in them lies in blobs. */
const PAGE_ENTRIES = 32
/** Characters that may wait for a slow reader: more than one batch of a busy run, little for a server with many readers. */
const MOST_WAITING = 4_194_304
/** The size of an event beside its text. */
const ENVELOPE_CHARACTERS = 200

export interface JournalParts extends Pick<RunWriterParts, 'clock' | 'mask'> {
  rows: EventRows
  outputs: Pick<OutputRows, 'begin'>
  runs: Pick<RunRows, 'get'>
  blobs: Blobs
}

type WrittenRun = Pick<RunWriterParts, 'runId' | 'sessionId' | 'userId' | 'onLost'> &
  Partial<Pick<RunWriterParts, 'turn' | 'afterSeq'>>
export type Journal = ReturnType<typeof createJournal>
type Observer = (event: EngineEvent, userId: string) => void

/** The one record of events: runs and changes of rows write it, and everything else reads it. */
export function createJournal(parts: JournalParts) {
  const live = new Map<string, { writer: RunWriter; readers: Set<Channel<RunEvent>> }>()
  const observers = new Set<Observer>()
  const bell = createBell(parts.rows.writtenElsewhere)

  /** Readers of a stream read it from the rows: these calls only wake them. */
  function announce(event: EngineEvent): void {
    for (const observer of observers) observer(event, event.userId)
    if (event.type !== 'output.delta') bell.ring([event.subject, event.userId])
  }
  parts.rows.onTold((events) => events.forEach(announce))

  function open(run: WrittenRun): RunWriter {
    const readers = new Set<Channel<RunEvent>>()
    const publish = (event: RunEvent) => {
      announce(event)
      for (const reader of readers) reader.push(event)
      if (event.type === 'run.end') live.delete(run.runId)
    }
    const onLost = (error: unknown) => {
      // Readers read on from the rows, which another engine writes now.
      if (isTaken(error)) {
        live.delete(run.runId)
        for (const reader of readers) reader.end()
      }
      run.onLost(error)
    }
    const writer = createRunWriter({ turn: 0, afterSeq: 0, ...parts, ...run, publish, onLost })
    live.set(run.runId, { writer, readers })
    return writer
  }

  /** Stored events first, then new ones, until `run.end`. No event is lost or repeated, however slow the reader is. */
  async function* read(runId: string, { afterSeq, signal }: { afterSeq: number; signal: AbortSignal }) {
    let last = afterSeq
    while (!signal.aborted) {
      for await (const event of readOn(runId, last, signal)) {
        if (event.seq > last) yield event
        last = Math.max(last, event.seq)
        // The end is noticed also for a reader who claims to have seen more than there is.
        if (event.type === 'run.end' || signal.aborted) return
      }
      // The run was deleted before this reader saw its end, which never comes then.
      if (!live.has(runId) && !(await parts.runs.get(runId))) return
    }
  }

  /** Ends when a run of another engine has no more events yet, and when the reader falls far behind: then it reads on. */
  async function* readOn(runId: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<RunEvent> {
    const run = live.get(runId)
    const channel = createChannel<RunEvent>({ signal, most: MOST_WAITING, sizeOf })
    run?.readers.add(channel)
    const ear = run ? undefined : bell.listen(`run:${runId}`)
    const seenButUnsaved = run?.writer.unsavedOutput() ?? []
    try {
      if (!run || run.writer.hasTold()) yield* storedRun(runId, afterSeq)
      yield* seenButUnsaved
      if (run) yield* channel
      else await ear?.heard(POLL_MS, signal)
    } finally {
      run?.readers.delete(channel)
      ear?.leave()
    }
  }

  /** Read in pages: a slow reader keeps at most one of them in memory. */
  async function* stored(subject: Subject, afterSeq: number): AsyncGenerator<EngineEvent> {
    for (let last = afterSeq; ; await otherWork()) {
      const page = await parts.rows.readPage(subject, { afterSeq: last, limit: PAGE_ENTRIES })
      for (const entry of page) {
        for (const event of await expand(entry, parts)) if (event.seq > last) yield event
        last = entry.type === 'output.segment' ? entry.lastSeq : entry.seq
      }
      if (page.length < PAGE_ENTRIES) return
    }
  }
  /** The deletion of a run is no part of its result. */
  async function* storedRun(runId: string, afterSeq: number): AsyncGenerator<RunEvent> {
    for await (const event of stored(`run:${runId}`, afterSeq))
      if (event.type !== 'run.deleted') yield event as RunEvent
  }

  return {
    open,
    read,
    /** Stored events of a run behind a number, without waiting for more. */
    stored: storedRun,
    /** Everything stored of a run so far, output included. */
    async history(runId: string): Promise<RunEvent[]> {
      const events: RunEvent[] = []
      for await (const event of storedRun(runId, 0)) events.push(event)
      return events
    },
    ...createStreams({ rows: parts.rows, bell, stored, expand: (entry) => expand(entry, parts) }),
    /** An end that was written for a run of another engine. */
    wake: ({ runId, userId }: { runId: string; userId: string }) => bell.ring([`run:${runId}`, userId]),
    /** Calls the observer with every event of this engine; used by logs and metrics. */
    observe: (observer: Observer) => void observers.add(observer),
  }
}

const sizeOf = (event: RunEvent): number =>
  event.type === 'output.delta' ? event.text.length + ENVELOPE_CHARACTERS : JSON.stringify(event).length

async function expand(
  entry: JournalEntry,
  { blobs, runs }: Pick<JournalParts, 'blobs' | 'runs'>,
): Promise<EngineEvent[]> {
  if (entry.type !== 'output.segment') return [entry]
  const { subject, userId, runId } = entry
  try {
    const json = entry.deltas ?? Buffer.from(await blobs.get(entry.blob ?? '')).toString()
    return (JSON.parse(json) as EventOf<'output.delta'>[]).map((delta) => Object.assign(delta, { subject, userId }))
  } catch (error) {
    // The run was deleted after its row was read.
    if (!(await runs.get(runId))) return []
    throw error
  }
}
