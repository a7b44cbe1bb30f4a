import type { RunRequest } from 'anneal-contract/run.ts'
import { call } from '../api/api.ts'
import type { RunView } from './run-store.ts'

/** Starts a run that goes on without a reader: this page follows it like every other. */
export async function startRun(request: RunRequest): Promise<string> {
  const { runId } = await call<{ runId: string }>('/v1/runs', {
    body: { ...request, background: true },
    // Sent twice by a shaky connection, it is done once.
    headers: { 'idempotency-key': crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` },
  })
  return runId
}

/** The request of a run as it came; undefined for one that was too long to be kept. */
export function requestOf({ events }: Pick<RunView, 'events'>): RunRequest | undefined {
  const [first] = events
  if (first?.type !== 'run.start' || !first.request) return undefined
  const { background: _, webhook: __, ...request } = first.request
  return request
}
