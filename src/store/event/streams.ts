import type { Subject } from '../../contract/event/envelope.ts'
import type { EngineEvent } from '../../contract/event.ts'
import type { Bell } from './bell.ts'
import type { EventCursor } from './event-cursor.ts'
import type { EventRows } from './event-rows.ts'
import type { JournalEntry } from './journal-entry.ts'

export interface StreamsParts {
  rows: EventRows
  bell: Bell
  /** Stored events of one subject behind a number. */
  stored(subject: Subject, afterSeq: number): AsyncGenerator<EngineEvent>
  expand(entry: JournalEntry): Promise<EngineEvent[]>
}

/** Polling interval for events of other engines, where nothing else tells of them; those of this one ring at once. */
const POLL_MS = 200
/** The interval after a long time without events. */
const SLOWEST_POLL_MS = 1000
/** Busy runs ring often: events of this time are read together. */
const GATHER_MS = 20
const PAGE_ENTRIES = 32

export interface PlacedEvent {
  /** The place to read on. */
  cursor: EventCursor
  event: EngineEvent
}

/** Streams of any subject, from the rows: stored events first, then new ones, until the reader leaves. */
export function createStreams({ rows, bell, stored, expand }: StreamsParts) {
  async function* followed<T>(name: string, signal: AbortSignal, read: () => AsyncGenerator<T>): AsyncGenerator<T> {
    const ear = bell.listen(name)
    let pollMs = POLL_MS
    try {
      while (!signal.aborted) {
        pollMs = Math.min(pollMs * 1.2, SLOWEST_POLL_MS)
        for await (const one of read()) {
          pollMs = POLL_MS
          yield one
          if (signal.aborted) return
        }
        await ear.heard(pollMs, signal)
        await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
      }
    } finally {
      ear.leave()
    }
  }

  /** Everything of a user behind a place, as far as it is stored. */
  async function* storedOf(userId: string, after: EventCursor): AsyncGenerator<PlacedEvent> {
    // Part of a segment was seen: it comes again, and the seen part is left out.
    const { place: seen, seq: seenSeq = 0 } = after
    let from = after.seq === undefined ? seen : { ...seen, position: seen.position - 1 }
    for (;;) {
      const page = await rows.readUser(userId, { after: from, limit: PAGE_ENTRIES })
      for (const { place, entry } of page) {
        const events = await expand(entry)
        const isBegun = place.position === seen.position && place.writtenIn === seen.writtenIn
        for (const event of events) {
          if (isBegun && event.seq <= seenSeq) continue
          yield { cursor: event === events.at(-1) ? { place } : { place, seq: event.seq }, event }
        }
        from = place
      }
      if (page.length < PAGE_ENTRIES) return
    }
  }

  return {
    storedStream: stored,
    storedOf,
    /** The events of one subject other than a run. */
    followStream(subject: Subject, { afterSeq, signal }: { afterSeq: number; signal: AbortSignal }) {
      let last = afterSeq
      return followed(subject, signal, async function* () {
        for await (const event of stored(subject, last)) {
          last = event.seq
          yield event
        }
      })
    },
    /** Everything of a user. Output of a run comes when it is stored, a little later than to its own followers. */
    followUser(userId: string, { after, signal }: { after: EventCursor; signal: AbortSignal }) {
      let last = after
      return followed(userId, signal, async function* () {
        for await (const placed of storedOf(userId, last)) {
          last = placed.cursor
          yield placed
        }
      })
    },
  }
}
