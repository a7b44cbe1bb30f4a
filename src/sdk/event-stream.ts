import { problemsOf } from '../contract/errors.ts'
import { type EngineEvent, engineEvent } from '../contract/event.ts'
import { ApiError, localError } from './api-error.ts'
import { networkFailure } from './network-failure.ts'
import { createSseParser } from './sse.ts'

const knownTypes = new Set<string>(engineEvent.options.map((option) => option.shape.type.value))

export interface SentEvent {
  /** The id to continue from. */
  id: string
  event: EngineEvent
}

export interface EventSource {
  response: Response
  url: string
  /** Servers send comments to keep the connection alive; longer silence means that it is dead. */
  idleMs: number
  signal: AbortSignal | undefined
  /** Called with the id to continue from, also before the first event. */
  onId?(id: string): void
}

/**
 * The events of one response. Unknown types are passed over, so that a client works with a newer server; a known type
 * with wrong content is an error.
 */
export async function* readEvents({ response, url, idleMs, signal, onId }: EventSource): AsyncGenerator<SentEvent> {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
    throw localError('ANSWER_INVALID', { url, reason: 'it is not a stream of events' })
  }
  const parser = createSseParser()
  for await (const bytes of readBytes({ body: response.body, url, idleMs, signal })) {
    const messages = parser.push(bytes)
    if (messages.length === 0 && parser.lastEventId() !== '') onId?.(parser.lastEventId())
    for (const message of messages) {
      const event = parseEvent(message.data, url)
      if (event) yield { id: message.lastEventId, event }
      signal?.throwIfAborted()
    }
  }
}

async function* readBytes(source: Omit<EventSource, 'response'> & { body: ReadableStream<Uint8Array> }) {
  const { url, idleMs, signal } = source
  const reader = source.body.getReader()
  let idle: ReturnType<typeof setTimeout> | undefined
  const abort = () => void reader.cancel(signal?.reason).catch(() => undefined)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    for (;;) {
      signal?.throwIfAborted()
      idle = setTimeout(() => void reader.cancel().catch(() => undefined), idleMs)
      const { done, value } = await reader.read()
      clearTimeout(idle)
      signal?.throwIfAborted()
      if (done) return
      yield value
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw networkFailure(error, url)
  } finally {
    clearTimeout(idle)
    signal?.removeEventListener('abort', abort)
    reader.cancel().catch(() => undefined)
  }
}

function parseEvent(data: string, url: string): EngineEvent | undefined {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch (cause) {
    throw localError('ANSWER_INVALID', { url, reason: 'an event is not JSON' }, cause)
  }
  if (isForeign(value)) return undefined
  const parsed = engineEvent.safeParse(value)
  if (parsed.success) return parsed.data
  throw localError('ANSWER_INVALID', { url, reason: problemsOf(parsed.error, 'event').slice(0, 3).join('; ') })
}

function isForeign(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  return typeof value.type === 'string' && !knownTypes.has(value.type)
}

/** Whether the stream broke, rather than being refused or wrong: then it is worth opening again. */
export function isBreak(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'SERVER_UNREACHABLE'
}
