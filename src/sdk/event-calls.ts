import type { EngineEvent } from '../contract/event.ts'
import { type EventQuery, eventPage } from '../contract/event-page.ts'
import { localError } from './api-error.ts'
import type { CallOptions, Follow } from './client-options.ts'
import { readOn } from './read-on.ts'

/** The events to read: of one subject, or all; from the first on, or behind an id or "now". */
export type EventFilter = Partial<Pick<EventQuery, 'subject' | 'after'>>

/** Stored events and then new ones, each once and in order, over as many connections as needed. */
export async function* followStream(filter: EventFilter, follow: Follow): AsyncGenerator<EngineEvent> {
  const { transport, signal } = follow
  const { subject, after: first } = filter
  const open = (after: string) =>
    transport.open({
      ...{ method: 'GET', path: '/v1/events', query: { subject, after: first }, signal },
      headers: { accept: 'text/event-stream', ...(after !== '' && { 'last-event-id': after }) },
    })
  const broken = () => localError('SERVER_UNREACHABLE', { url: transport.url, reason: 'the stream of events ended' })
  for await (const { event } of readOn({ ...follow, after: '', open, broken, isQuiet: true })) {
    yield event
    if (event.type === 'run.end' && subject?.startsWith('run:')) return
  }
}

/** One page of stored events; its `next` is the `after` of the following page. */
export const readEventPage = (
  { transport, signal }: Follow,
  filter: EventFilter & { limit?: number } & CallOptions,
) => {
  const { subject, after, limit } = filter
  return transport.json(eventPage, { method: 'GET', path: '/v1/events', query: { subject, after, limit }, signal })
}
