import { EngineError } from '../contract/errors.ts'
import type { EngineEvent } from '../contract/event.ts'
import type { EventPage, EventQuery } from '../contract/event-page.ts'
import { BEGINNING, cursorText, type EventCursor, parseCursor } from '../store/event/event-cursor.ts'
import type { EventRows } from '../store/event/event-rows.ts'
import type { Journal } from '../store/event/journal.ts'

export interface ReadStreamsParts {
  journal: Pick<Journal, 'followStream' | 'followUser' | 'storedOf' | 'storedStream'>
  rows: Pick<EventRows, 'owns' | 'lastPlace' | 'lastSeq'>
  /** A run has a stream of its own, with output that is not stored yet, and an end. */
  followRun(runId: string, options: { userId: string; afterSeq: number; signal: AbortSignal }): Promise<Events>
}

export interface StreamReader extends Pick<EventQuery, 'subject' | 'after'> {
  userId: string
}

export interface SentEvent {
  /** Told again as `after`, it gives what comes behind. */
  id: string
  event: EngineEvent
}

export interface FollowedStream {
  after: string
  events: AsyncIterable<SentEvent>
}

export interface ReadStreams {
  /** What is stored, the oldest first. */
  page(reader: StreamReader & Pick<EventQuery, 'limit'>): Promise<EventPage>
  /** History first, then what comes: until the run has ended, or for as long as somebody reads. `after` is where it begins. */
  follow(reader: StreamReader & { signal: AbortSignal }): Promise<FollowedStream>
}

type Events = AsyncIterable<EngineEvent>

/** Streams as their owners read them. Another user's subject does not exist. */
export function createReadStreams({ journal, rows, followRun }: ReadStreamsParts): ReadStreams & { stop(): void } {
  const stopping = new AbortController()

  /** Behind what reading begins, as an id: a number of the subject, or a cursor. */
  async function start({ userId, subject, after }: StreamReader): Promise<string> {
    if (subject === undefined) {
      const last = after === 'now' ? { place: await rows.lastPlace(userId) } : BEGINNING
      if (after === undefined || after === 'now') return cursorText(last)
      if (!parseCursor(after))
        throw refused(`after: "${after}" names no place: without a subject it is what "next" said`)
      return after
    }
    if (!(await rows.owns(userId, subject))) throw new EngineError('SUBJECT_NOT_FOUND', { subject })
    if (after === 'now') return String(await rows.lastSeq(subject))
    if (after !== undefined && !/^\d+$/.test(after)) throw refused(`after: "${after}" is no number of an event`)
    return after ?? '0'
  }

  return {
    async page({ limit, ...reader }) {
      const { userId, subject } = reader
      let next = await start(reader)
      const stored =
        subject === undefined
          ? placed(journal.storedOf(userId, parseCursor(next) ?? BEGINNING))
          : numbered(journal.storedStream(subject, Number(next)))
      const events: EngineEvent[] = []
      for await (const { id, event } of stored) {
        events.push(event)
        next = id
        if (events.length === limit) break
      }
      return { events, next }
    },
    async follow({ signal: gone, ...reader }) {
      const signal = AbortSignal.any([gone, stopping.signal])
      const { userId, subject } = reader
      const after = await start(reader)
      if (subject === undefined) {
        const all = journal.followUser(userId, { after: parseCursor(after) ?? BEGINNING, signal })
        return { after, events: placed(all) }
      }
      const afterSeq = Number(after)
      const events = subject.startsWith('run:')
        ? await followRun(subject.slice('run:'.length), { userId, afterSeq, signal: gone })
        : journal.followStream(subject, { afterSeq, signal })
      return { after, events: numbered(events) }
    },
    /** Ends the streams that would have no end: whoever reads one comes back, to another server. */
    stop: () => stopping.abort(),
  }
}

async function* numbered(events: Events): AsyncGenerator<SentEvent> {
  for await (const event of events) yield { id: String(event.seq), event }
}

async function* placed(events: AsyncIterable<{ cursor: EventCursor; event: EngineEvent }>): AsyncGenerator<SentEvent> {
  for await (const { cursor, event } of events) yield { id: cursorText(cursor), event }
}

const refused = (problem: string) => new EngineError('INVALID_REQUEST', { problems: [problem] })
