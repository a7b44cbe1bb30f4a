import type { Socket } from 'node:net'
import type { EgressEndedBy, EgressRequest, NetworkPolicy } from '../network.ts'

export interface Audit {
  /** The first verdict counts; later ones are ignored. */
  tell(verdict: Pick<EgressRequest, 'allowed' | 'reason' | 'address'>): void
  end(endedBy: EgressEndedBy, socket: Socket | undefined): void
}

interface Parts {
  request: Pick<EgressRequest, 'method' | 'host' | 'port'>
  /** The policy in force at the verdict also hears of the end. */
  rules(): { policy: NetworkPolicy }
  clock(): number
}

/** The record of one request: its verdict once, and its end if it was allowed. */
export function createAudit({ request: { method, host, port }, rules, clock }: Parts): Audit {
  const at = clock()
  let told: { request: EgressRequest; listener: NetworkPolicy } | undefined
  return {
    tell(verdict) {
      if (told) return
      told = { request: { at, method, host, port, ...verdict }, listener: rules().policy }
      told.listener.onRequest?.(told.request)
    },
    end(endedBy, socket) {
      if (!told?.request.allowed) return
      told.listener.onEnd?.({
        request: told.request,
        endedBy,
        durationMs: clock() - at,
        sentBytes: socket?.bytesWritten ?? 0,
        receivedBytes: socket?.bytesRead ?? 0,
      })
    },
  }
}
