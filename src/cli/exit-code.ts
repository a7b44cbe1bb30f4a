import type { Outcome } from '../contract/run.ts'
import type { StopSignal } from './host.ts'

/** Scripts depend on these numbers; the documents list them. */
export const EXIT = { ok: 0, failed: 1, usage: 2, blocked: 3, engine: 4, pipeClosed: 141 } as const

export const exitCodeOfOutcome: Record<Outcome, number> = {
  ok: EXIT.ok,
  failed: EXIT.failed,
  cancelled: EXIT.failed,
  blocked: EXIT.blocked,
  error: EXIT.engine,
  'nothing-to-run': EXIT.ok,
}

/** 128 and the number of the signal, as in shells. */
export const exitCodeOfSignal: Record<StopSignal, number> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

/** Statuses of requests that cannot be done as they are: the remedy is another command, as with a wrong option. */
const USAGE_STATUSES = [400, 404, 413, 422, 501]

export function exitCodeOfStatus(status: number): number {
  return USAGE_STATUSES.includes(status) ? EXIT.usage : EXIT.engine
}
