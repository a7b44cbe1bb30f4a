import { EngineError } from '../../contract/errors.ts'
import type { EngineEvent } from '../../contract/event.ts'
import type { EventPage, EventQuery } from '../../contract/event-page.ts'
import type { Part } from '../../contract/part.ts'
import { BEGINNING, cursorText, type EventCursor, parseCursor } from '../../store/event/event-cursor.ts'
import type { EventRows } from '../../store/event/event-rows.ts'
import type { Journal } from '../../store/event/journal.ts'

export interface EventNeeds {
  journal: Pick<Journal, 'followStream' | 'followUser' | 'storedOf' | 'storedStream'>
  store: { events: Pick<EventRows, 'owns' | 'lastPlace' | 'lastSeq'> }
  runs: {
    /** The stream of a run, with output that is not stored yet; it has an end. */
    events(runId: string, options: { userId: string; afterSeq: number; signal: AbortSignal }): Promise<Events>
  }
}

interface StreamReader extends Pick<EventQuery, 'subject' | 'after'> {
  userId: string
}

interface SentEvent {
  /** The cursor of this event: passed back as `after`, it gives the later events. */
  id: string
  event: EngineEvent
}

interface FollowedStream {
  /** The id behind which the stream begins. */
  after: string
  events: AsyncIterable<SentEvent>
}

type Events = AsyncIterable<EngineEvent>

/**
 * Streams as their owners read them. Another user's subject does not exist. Closing ends the streams that would never
 * end by themselves.
 */
export interface EventsApi {
  page(query: StreamReader & Pick<EventQuery, 'limit'>): Promise<EventPage>
  /** Stored events first, then new ones: until the run has ended, or for as long as somebody reads. */
  follow(query: StreamReader & { signal: AbortSignal }): Promise<FollowedStream>
}

export function eventsPart({ journal, store, runs }: EventNeeds): Part<EventsApi> {
  const closing = new AbortController()
  const start = (reader: StreamReader) => startOf(reader, store.events)
  const api: EventsApi = {
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
      const signal = AbortSignal.any([gone, closing.signal])
      const { userId, subject } = reader
      const after = await start(reader)
      if (subject === undefined) {
        const all = journal.followUser(userId, { after: parseCursor(after) ?? BEGINNING, signal })
        return { after, events: placed(all) }
      }
      const afterSeq = Number(after)
      if (!subject.startsWith('run:')) {
        return { after, events: numbered(journal.followStream(subject, { afterSeq, signal })) }
      }
      const run = runs.events(subject.slice('run:'.length), { userId, afterSeq, signal: gone })
      // A deleted run cannot be followed; its stream says that it was deleted.
      const events = await run.catch((error) =>
        isGone(error) ? journal.storedStream(subject, afterSeq) : Promise.reject(error),
      )
      return { after, events: numbered(events) }
    },
  }
  return {
    api,
    // Readers reconnect, to another server if need be.
    close: async () => closing.abort(),
  }
}

/** The event behind which reading begins: a number within the subject, or a cursor over everything. */
async function startOf({ userId, subject, after }: StreamReader, rows: EventNeeds['store']['events']): Promise<string> {
  if (subject === undefined) {
    const last = after === 'now' ? { place: await rows.lastPlace(userId) } : BEGINNING
    if (after === undefined || after === 'now') return cursorText(last)
    if (!parseCursor(after)) throw refused(`after: "${after}" names no place: without a subject it is what "next" said`)
    return after
  }
  if (!(await rows.owns(userId, subject))) throw new EngineError('SUBJECT_NOT_FOUND', { subject })
  if (after === 'now') return String(await rows.lastSeq(subject))
  if (after !== undefined && !/^\d+$/.test(after)) throw refused(`after: "${after}" is no number of an event`)
  return after ?? '0'
}

async function* numbered(events: Events): AsyncGenerator<SentEvent> {
  for await (const event of events) yield { id: String(event.seq), event }
}

async function* placed(events: AsyncIterable<{ cursor: EventCursor; event: EngineEvent }>): AsyncGenerator<SentEvent> {
  for await (const { cursor, event } of events) yield { id: cursorText(cursor), event }
}

const isGone = (error: unknown) => error instanceof EngineError && error.code === 'RUN_NOT_FOUND'

const refused = (problem: string) => new EngineError('INVALID_REQUEST', { problems: [problem] })
