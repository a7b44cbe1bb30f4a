import { EngineError } from '../../contract/errors.ts'
import { type EngineEvent, engineEvent } from '../../contract/event.ts'
import { eventPage, eventQuery } from '../../contract/event-page.ts'
import type { Engine } from '../../engine.ts'
import { json, type Route, route } from '../http/route.ts'
import { createShares } from '../http/shares.ts'
import { eventStream } from '../http/sse.ts'
import { wantsEvents } from '../http/wants-events.ts'

export function eventRoutes({ events, config }: Engine): Route[] {
  const most = config.concurrentRequestsPerUser
  // A stream may have no end: it counts for as long as somebody reads it.
  const readers = createShares(most)
  return [
    route(
      {
        ...{ method: 'GET', path: '/v1/events', query: eventQuery },
        tag: 'Events',
        operation: 'listEvents',
        summary: 'What happened to a run, a session, a machine …, or everything of yours',
        errors: ['SUBJECT_NOT_FOUND'],
        forTokens: { rights: 'read', subjectOf: ({ query }) => query.subject, byLink: true },
        answers: [
          {
            status: 200,
            description:
              'One page from the oldest on; when the request accepts text/event-stream, all of them and then those to come, from behind Last-Event-ID',
            content: { 'application/json': eventPage, 'text/event-stream': engineEvent },
          },
        ],
      },
      async ({ query: { limit, ...query }, caller, request }) => {
        const { userId } = caller
        const shown = caller.token ? shownToPages : (event: EngineEvent) => event
        if (!wantsEvents(request)) {
          const page = await events.page({ ...query, userId, limit })
          return json({ ...page, events: page.events.map(shown) })
        }
        const reader = new AbortController()
        const after = lastEventId(request) ?? query.after
        const stream = await events.follow({ ...query, after, userId, signal: reader.signal })
        const leave = readers.take(userId) ?? refuse(most)
        reader.signal.addEventListener('abort', leave, { once: true })
        const ending = { request, onLeave: () => reader.abort() }
        const isLast = (event: EngineEvent) => caller.token !== undefined && event.type === 'session.removed'
        const told = until(stream.events, isLast, ending.onLeave)
        const sent = ({ id, event }: Sent) => ({ id, event: shown(event) })
        return eventStream(told, { sent, firstId: stream.after, ...ending })
      },
    ),
  ]
}

interface Sent {
  id: string
  event: EngineEvent
}

/** The metadata of a session are for its owner, not for the page of a visitor. */
const shownToPages = (event: EngineEvent): EngineEvent => ('metadata' in event ? { ...event, metadata: {} } : event)

/** A reader also leaves at the end of the run; a token ends with its session. */
async function* until(
  values: AsyncIterable<Sent>,
  isLast: (event: EngineEvent) => boolean,
  leave: () => void,
): AsyncGenerator<Sent> {
  try {
    for await (const value of values) {
      yield value
      if (isLast(value.event)) return
    }
  } finally {
    leave()
  }
}

function refuse(requests: number): never {
  const setting = 'ANNEAL_CONCURRENT_REQUESTS_PER_USER'
  throw new EngineError('TOO_MANY_AT_ONCE', { whose: 'user', requests, setting, retryAfterS: 1 })
}

function lastEventId(request: Request): string | undefined {
  const text = request.headers.get('last-event-id') ?? undefined
  if (text === undefined || eventQuery.shape.after.safeParse(text).success) return text
  throw new EngineError('INVALID_REQUEST', { problems: [`header Last-Event-ID: "${text}" is not the id of an event`] })
}
