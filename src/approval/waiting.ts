import { EventEmitter, once } from 'node:events'
import type { ApprovalRow, ApprovalRows } from '../store/approval/approval-rows.ts'

/** Another engine on the same database may have the answer. */
const LOOK_MS = 500

export interface Waiting {
  /** Resolves when the question waits no more; a question that is gone has expired. Throws the signal's reason. */
  until(asked: ApprovalRow, signal: AbortSignal): Promise<ApprovalRow>
  wake(id: string): void
}

/** Waits for answers: those of this engine at once, those of others after a look. */
export function createWaiting({
  rows,
  clock,
}: {
  rows: Pick<ApprovalRows, 'get' | 'expire'>
  clock(): number
}): Waiting {
  const decided = new EventEmitter().setMaxListeners(0)
  return {
    async until(asked, signal) {
      for (;;) {
        const look = AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)])
        const woken = once(decided, asked.id, { signal: look }).catch(() => {})
        const row = (await rows.get(asked.id)) ?? { ...asked, state: 'expired' as const }
        if (row.state !== 'waiting') return row
        if (row.expiresAt <= clock()) await rows.expire(clock())
        else await woken
        signal.throwIfAborted()
      }
    },
    wake: (id) => void decided.emit(id),
  }
}
