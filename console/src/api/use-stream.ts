import type { StreamEvent } from 'anneal-contract/event.ts'
import { useEffect, useState } from 'react'
import { withQuery } from './api.ts'
import { follow } from './follow.ts'

/** All events about something so far, and those that come. */
export function useStream(subject: string): readonly StreamEvent[] {
  const [events, setEvents] = useState<readonly StreamEvent[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    setEvents([])
    follow({
      ...{ path: withQuery('/v1/events', { subject }), signal: leaving.signal, isOver: () => false },
      onEvents: (fresh) => setEvents((known) => [...known, ...(fresh as StreamEvent[])]),
    }).catch(() => undefined)
    return () => leaving.abort()
  }, [subject])
  return events
}
