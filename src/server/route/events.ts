import { EngineError } from '../../contract/errors.ts'
import { engineEvent } from '../../contract/event.ts'
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
        if (!wantsEvents(request)) return json(await events.page({ ...query, userId, limit }))
        const reader = new AbortController()
        const after = lastEventId(request) ?? query.after
        const stream = await events.follow({ ...query, after, userId, signal: reader.signal })
        const leave = readers.take(userId) ?? refuse(most)
        reader.signal.addEventListener('abort', leave, { once: true })
        const ending = { gone: request.signal, onLeave: () => reader.abort() }
        const told = until(stream.events, ending.onLeave)
        return eventStream(told, { sent: (one) => one, firstId: stream.after, ...ending })
      },
    ),
  ]
}

/** A reader also leaves at the end of the run. */
async function* until<T>(values: AsyncIterable<T>, leave: () => void): AsyncGenerator<T> {
  try {
    yield* values
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
