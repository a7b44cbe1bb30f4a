import { type RunSummary, runSummary } from '../contract/api.ts'
import type { EngineEvent } from '../contract/event.ts'
import type { RunRequest } from '../contract/run.ts'
import { localError } from './api-error.ts'
import { isBreak, readEvents } from './event-stream.ts'
import { pauseMs } from './retry.ts'
import type { Transport } from './transport.ts'

export interface Follow {
  transport: Transport
  idleMs: number
  signal: AbortSignal | undefined
}

/** Starts a run and tells its story. Aborting the signal cancels the run. */
export async function* streamRun(request: RunRequest, follow: Follow): AsyncGenerator<EngineEvent> {
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

/** The events of a run above `after`, each once and in order, over as many connections as it takes, up to `run.end`. */
export async function* followEvents(
  options: Follow & { runId: string | undefined; after: number; response?: Response },
): AsyncGenerator<EngineEvent> {
  const { transport, idleMs, signal } = options
  let { runId, after, response } = options
  for (let failures = 0; ; ) {
    try {
      response ??= await openEvents(transport, { runId, after, signal })
      for await (const event of readEvents({ response, url: transport.url, idleMs, signal })) {
        if (event.seq <= after) continue
        after = event.seq
        runId = event.runId
        failures = 0
        yield event
        if (event.type === 'run.end') return
      }
    } catch (error) {
      if (!response || !isBreak(error)) throw error
    }
    response = undefined
    if (++failures > transport.policy.retries || runId === undefined) throw brokenStream(transport.url)
    await transport.policy.sleep(pauseMs(failures, transport.policy.random), signal)
  }
}

function openEvents(
  transport: Transport,
  { runId, after, signal }: { runId: string | undefined; after: number; signal: AbortSignal | undefined },
): Promise<Response> {
  if (runId === undefined) throw brokenStream(transport.url)
  const headers: Record<string, string> = { accept: 'text/event-stream' }
  if (after > 0) headers['last-event-id'] = String(after)
  return transport.open({ method: 'GET', path: `/v1/runs/${runId}/events`, headers, signal })
}

function brokenStream(url: string) {
  return localError('SERVER_UNREACHABLE', { url, reason: 'the stream of events ended before the run did' })
}
