import { type RunSummary, runSummary } from '../contract/api.ts'
import type { EngineEvent, RunEvent } from '../contract/event.ts'
import type { RunRequest } from '../contract/run.ts'
import { localError } from './api-error.ts'
import type { Follow } from './client-options.ts'
import type { SentEvent } from './event-stream.ts'
import { readOn } from './read-on.ts'
import type { Transport } from './transport.ts'

/** Starts a run and gives its events. Aborting the signal cancels the run. */
export async function* streamRun(request: RunRequest, follow: Follow): AsyncGenerator<RunEvent> {
  const { transport, signal } = follow
  const response = await transport.open({
    method: 'POST',
    path: '/v1/runs',
    body: request,
    headers: { accept: 'text/event-stream' },
    signal,
    once: true,
  })
  let runId = response.headers.get('x-run-id') ?? undefined
  try {
    for await (const event of followEvents({ ...follow, runId, after: 0, response })) {
      runId = event.runId
      yield event
    }
  } catch (error) {
    if (signal?.aborted && runId) void cancelRun(transport, runId).catch(() => undefined)
    throw error
  }
}

export function cancelRun(transport: Transport, runId: string, signal?: AbortSignal): Promise<RunSummary> {
  return transport.json(runSummary, { method: 'POST', path: `/v1/runs/${runId}/cancel`, signal })
}

/** The events of a run above `after`, each once and in order, over as many connections as needed, up to `run.end`. */
export async function* followEvents(
  options: Follow & { runId: string | undefined; after: number; response?: Response },
): AsyncGenerator<RunEvent> {
  const { transport, signal } = options
  let { runId, after } = options
  const broken = () =>
    localError('SERVER_UNREACHABLE', { url: transport.url, reason: 'the stream of events ended before the run did' })
  const open = async () => {
    if (runId === undefined) throw broken()
    const headers: Record<string, string> = { accept: 'text/event-stream' }
    if (after > 0) headers['last-event-id'] = String(after)
    return transport.open({ method: 'GET', path: `/v1/runs/${runId}/events`, headers, signal })
  }
  const isNew = ({ event }: SentEvent) => isRunEvent(event) && event.seq > after
  for await (const { event } of readOn({ ...options, after: String(after), open, isNew, broken })) {
    if (!isRunEvent(event)) continue
    after = event.seq
    runId = event.runId
    yield event
    if (event.type === 'run.end') return
  }
}

const isRunEvent = (event: EngineEvent): event is RunEvent => event.subject.startsWith('run:')
