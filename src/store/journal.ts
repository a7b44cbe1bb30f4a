import { setImmediate as otherWork } from 'node:timers/promises'
import type { EngineEvent, EventOf } from '../contract/event.ts'
import type { Blobs } from './blobs.ts'
import { createChannel } from './channel.ts'
import { createRunWriter, type RunWriter, type RunWriterParts } from './run-writer.ts'
import type { EventRows, JournalEntry } from './store.ts'

/** How often the rows are asked for a run that another engine writes. */
const POLL_MS = 200
/** So many entries are read at once; then whoever waits has a turn. */
const PAGE = 200

export interface JournalParts extends Pick<RunWriterParts, 'clock' | 'mask'> {
  rows: EventRows
  blobs: Blobs
}

export type Journal = ReturnType<typeof createJournal>
type Listener = (event: EngineEvent) => void
type Observer = (event: EngineEvent, userId: string) => void

/** The one stream of what happens: written by runs, stored, and read by everything else. */
export function createJournal(parts: JournalParts) {
  const live = new Map<string, { writer: RunWriter; listeners: Set<Listener> }>()
  const observers = new Set<Observer>()

  function open(run: Pick<RunWriterParts, 'runId' | 'sessionId' | 'userId' | 'onLost'>): RunWriter {
    const listeners = new Set<Listener>()
    const publish = (event: EngineEvent) => {
      for (const observer of observers) observer(event, run.userId)
      for (const listener of listeners) listener(event)
      if (event.type === 'run.end') live.delete(run.runId)
    }
    const writer = createRunWriter({ ...parts, ...run, publish })
    live.set(run.runId, { writer, listeners })
    return writer
  }

  /** Stored history first, then what happens, until `run.end`. No event is missed or told twice. */
  async function* read(runId: string, { afterSeq, signal }: { afterSeq: number; signal: AbortSignal }) {
    const run = live.get(runId)
    const channel = createChannel<EngineEvent>(signal)
    run?.listeners.add(channel.push)
    const seenButUnsaved = [...(run?.writer.unsavedOutput() ?? [])]
    const hasHistory = !run || run.writer.hasTold()
    let last = afterSeq
    try {
      for await (const event of hasHistory ? stored(runId, last) : []) {
        last = event.seq
        yield event
        if (event.type === 'run.end') return
      }
      for (const event of seenButUnsaved) {
        if (event.seq <= last) continue
        last = event.seq
        yield event
      }
      for await (const event of run ? channel : poll(runId, last, signal)) {
        if (event.seq > last) yield event
        last = Math.max(last, event.seq)
        // Also for a reader who claims to have seen more than there is.
        if (event.type === 'run.end') return
      }
    } finally {
      run?.listeners.delete(channel.push)
    }
  }

  /** For a run of another engine on the same database. */
  async function* poll(runId: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<EngineEvent> {
    for (let last = afterSeq; !signal.aborted; ) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      for await (const event of stored(runId, last)) {
        last = event.seq
        yield event
      }
    }
  }

  /** However long the story is, nobody waits for all of it. */
  async function* stored(runId: string, afterSeq: number): AsyncGenerator<EngineEvent> {
    for (let last = afterSeq; ; await otherWork()) {
      const entries = await parts.rows.readPage(runId, { afterSeq: last, limit: PAGE })
      for (const entry of entries) {
        for (const event of await expand(entry, parts.blobs)) if (event.seq > last) yield event
        last = entry.type === 'output.segment' ? entry.lastSeq : entry.seq
      }
      if (entries.length < PAGE) return
    }
  }

  return {
    open,
    read,
    /** Everything stored so far after a number, output included. */
    stored,
    async history(runId: string): Promise<EngineEvent[]> {
      const events: EngineEvent[] = []
      for await (const event of stored(runId, 0)) events.push(event)
      return events
    },
    /** Told every event of every run of this engine; used by logs and metrics. */
    observe: (observer: Observer) => void observers.add(observer),
  }
}

async function expand(entry: JournalEntry, blobs: Blobs): Promise<EngineEvent[]> {
  if (entry.type !== 'output.segment') return [entry]
  const json = entry.deltas ?? Buffer.from(await blobs.get(entry.blob ?? '')).toString()
  return JSON.parse(json) as EventOf<'output.delta'>[]
}
