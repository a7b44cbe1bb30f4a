import type { BrowserContext } from 'playwright-core'
import type { StreamDraft } from '../../contract/event.ts'
import type { EgressRequest } from '../../sandbox/network.ts'

export interface AuditedRequest {
  method: string
  host: string
  port: number
  path?: string
  allowed: boolean
  reason?: string
  address?: string
  at: number
}

export interface RequestAudit {
  /** Takes the verdict of the wall. */
  judged(request: EgressRequest): void
  /** Follows the requests inside of tunnels, which the wall cannot see. */
  follow(context: BrowserContext): void
  /** Hosts that were refused since then, each once, with its reason. */
  refusedSince(at: number): { host: string; port: number; reason: string }[]
  /** The requests that were not told yet; they count as told. */
  take(): AuditedRequest[]
}

/** Kept in memory to say which hosts an action was refused. */
const KEPT_REFUSALS = 200
const MOST_WAITING = 5000

export function createRequestAudit(clock: () => number): RequestAudit {
  let waiting: AuditedRequest[] = []
  const refused: { at: number; host: string; port: number; reason: string }[] = []
  const add = (request: AuditedRequest): void => {
    // A page that asks faster than events are stored is held to the newest; the wall judges each all the same.
    if (waiting.length < MOST_WAITING) waiting.push(request)
  }
  return {
    judged({ at, method, host, port, allowed, reason, address }) {
      add({ at, method, host, port, allowed, ...(reason && { reason }), ...(address && { address }) })
      if (allowed) return
      refused.push({ at, host, port, reason: reason ?? 'refused' })
      if (refused.length > KEPT_REFUSALS) refused.shift()
    },
    follow(context) {
      context.on('request', (request) => {
        const url = URL.parse(request.url())
        if (url?.protocol !== 'https:' && url?.protocol !== 'wss:') return
        const place = { host: url.hostname, port: Number(url.port || 443), path: url.pathname }
        add({ at: clock(), method: request.method(), ...place, allowed: true })
      })
    },
    refusedSince(at) {
      const found = new Map<string, { host: string; port: number; reason: string }>()
      for (const { at: then, ...place } of refused) if (then >= at) found.set(`${place.host}:${place.port}`, place)
      return [...found.values()]
    },
    take() {
      const taken = waiting
      waiting = []
      return taken
    },
  }
}

export const requestDraft = (
  { at, ...request }: AuditedRequest,
  of: Pick<StreamDraft, 'subject' | 'userId' | 'sessionId'>,
): StreamDraft => ({ type: 'browser.request', ...of, at, ...request }) as StreamDraft
