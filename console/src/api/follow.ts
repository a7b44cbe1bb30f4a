import type { EngineEvent } from 'anneal-contract/event.ts'
import { createSseParser } from 'anneal-sdk/sse.ts'
import { Failure, open } from './api.ts'

export interface Following {
  /** The address of the stream. */
  path: string
  signal: AbortSignal
  /** Events in the order in which they came, some at a time. */
  onEvents(events: EngineEvent[]): void
  /** Told when the connection breaks, and when it is there again. */
  onConnection?(isThere: boolean): void
  /** Whether the stream has told everything, so that its end is no break. */
  isOver(): boolean
}

const FIRST_WAIT_MS = 300
const LONGEST_WAIT_MS = 5000

/** Reads a stream of events to its end, over as many connections as it takes, from behind the last one that came. */
export async function follow({ path, signal, onEvents, onConnection, isOver }: Following): Promise<void> {
  let last = ''
  let waitMs = FIRST_WAIT_MS
  while (!signal.aborted && !isOver()) {
    try {
      const headers = { accept: 'text/event-stream', ...(last !== '' && { 'last-event-id': last }) }
      const response = await open(path, { headers, signal })
      onConnection?.(true)
      waitMs = FIRST_WAIT_MS
      last = await readOne(response, last, onEvents)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof Failure && error.status > 0 && error.status < 500 && error.status !== 429) throw error
    }
    if (signal.aborted || isOver()) return
    onConnection?.(false)
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }
}

async function readOne(response: Response, before: string, onEvents: Following['onEvents']): Promise<string> {
  const parser = createSseParser()
  const reader = response.body?.getReader()
  let last = before
  while (reader) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
    if (done || !value) break
    const messages = parser.push(value)
    if (messages.length > 0) onEvents(messages.map(({ data }) => JSON.parse(data) as EngineEvent))
    last = parser.lastEventId() || last
  }
  return last
}
