import type { EngineEvent, EventOf } from '../contract/event.ts'
import type { Blobs } from './blobs.ts'
import { createChannel } from './channel.ts'
import { createRunWriter, type RunWriter, type RunWriterParts } from './run-writer.ts'
import type { EventRows, JournalEntry } from './store.ts'

/** How often the rows are asked for a run that another engine writes. */
const POLL_MS = 200

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
      const stored = hasHistory ? await expand(await parts.rows.read(runId, last), parts.blobs) : []
      for (const event of [...stored, ...seenButUnsaved]) {
        if (event.seq <= last) continue
        last = event.seq
        yield event
        if (event.type === 'run.end') return
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
      for (const event of await expand(await parts.rows.read(runId, last), parts.blobs)) {
        last = event.seq
        yield event
      }
    }
  }

  return {
    open,
    read,
    /** Everything stored so far, output included. */
    history: async (runId: string) => expand(await parts.rows.read(runId, 0), parts.blobs),
    /** Told every event of every run of this engine; used by logs and metrics. */
    observe: (observer: Observer) => void observers.add(observer),
  }
}

async function expand(entries: JournalEntry[], blobs: Blobs): Promise<EngineEvent[]> {
  const events: EngineEvent[] = []
  for (const entry of entries) {
    if (entry.type !== 'output.segment') events.push(entry)
    else {
      const json = entry.deltas ?? Buffer.from(await blobs.get(entry.blob ?? '')).toString()
      // One by one: a call takes no more arguments than its stack holds, and a segment has more pieces than that.
      for (const delta of JSON.parse(json) as EventOf<'output.delta'>[]) events.push(delta)
    }
  }
  return events
}
