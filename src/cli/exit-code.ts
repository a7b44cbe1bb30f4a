import type { Outcome } from '../contract/run.ts'
import type { StopSignal } from './host.ts'

/** Others script against these numbers; docs list them. */
export const EXIT = { ok: 0, failed: 1, usage: 2, blocked: 3, engine: 4, pipeClosed: 141 } as const

export const exitCodeOfOutcome: Record<Outcome, number> = {
  ok: EXIT.ok,
  failed: EXIT.failed,
  cancelled: EXIT.failed,
  blocked: EXIT.blocked,
  error: EXIT.engine,
}

/** 128 and the number of the signal, as shells count. */
export const exitCodeOfSignal: Record<StopSignal, number> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

/** Statuses that say "what was asked for cannot be done": the remedy is another command, as with a wrong option. */
const USAGE_STATUSES = [400, 404, 413, 422, 501]

export function exitCodeOfStatus(status: number): number {
  return USAGE_STATUSES.includes(status) ? EXIT.usage : EXIT.engine
}
