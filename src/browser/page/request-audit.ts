import type { BrowserContext } from 'playwright-core'
import type { StreamDraft } from '../../contract/event.ts'
import { canonicalAddress } from '../../sandbox/egress/authority.ts'
import type { EgressRequest } from '../../sandbox/network.ts'

export interface AuditedRequest {
  method: string
  host: string
  port: number
  path?: string
  allowed: boolean
  reason?: string
  address?: string
  /** So many alike, told as one. */
  count?: number
  at: number
}

export interface RequestAudit {
  /** Takes the verdict of the wall. */
  judged(request: EgressRequest): void
  /** Follows the requests inside of tunnels, which the wall cannot see. */
  follow(context: BrowserContext): void
  /** Hosts that were refused since then, each once, with its reason. */
  refusedSince(at: number): Refused[]
  /** Those of them that a page asked for: Chromium has wishes of its own, which its pages do not know of. */
  refusedToPages(at: number): Refused[]
  /** The requests that were not told yet; they count as told. */
  take(): AuditedRequest[]
}

interface Refused {
  host: string
  port: number
  reason: string
}

/** Kept in memory to say which hosts an action was refused. */
const KEPT_REFUSALS = 200
/** From here on requests that are alike are counted, and not told one by one. */
const MOST_SINGLE = 1000
/** From here on even hosts are not told apart: a page may make up names without end. */
const MOST_KINDS = 2000
const MANY_HOSTS = '*'

export function createRequestAudit(clock: () => number, onWaiting: () => void = () => {}): RequestAudit {
  const waiting = new Map<string, AuditedRequest>()
  const refused: (Refused & { at: number })[] = []
  const asked = new Map<string, number>()
  let number = 0
  const add = (request: AuditedRequest): void => {
    if (waiting.size === 0) onWaiting()
    if (waiting.size < MOST_SINGLE) return void waiting.set(`one ${number++}`, request)
    const { at, method, port, allowed, reason } = request
    const isKnown = waiting.size < MOST_KINDS
    const host = isKnown ? request.host : MANY_HOSTS
    const key = `${method} ${host}:${isKnown ? port : 0} ${allowed} ${isKnown ? reason : ''}`
    const like = waiting.get(key) ?? { at, method, host, port: isKnown ? port : 0, allowed, ...(reason && { reason }) }
    waiting.set(key, { ...like, count: (like.count ?? 0) + 1 })
  }
  const refusedSince = (at: number, isWanted: (place: string) => boolean = () => true): Refused[] => {
    const found = new Map<string, Refused>()
    for (const { at: then, ...one } of refused) {
      const place = `${one.host}:${one.port}`
      if (then >= at && isWanted(place)) found.set(place, one)
    }
    return [...found.values()]
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
        if (!url || !/^(?:https?|wss?):$/.test(url.protocol)) return
        const place = placeOf(url)
        asked.set(`${place.host}:${place.port}`, clock())
        const [oldest] = asked.keys()
        if (asked.size > KEPT_REFUSALS && oldest !== undefined) asked.delete(oldest)
        if (isSecure(url)) add({ at: clock(), method: request.method(), ...place, path: url.pathname, allowed: true })
      })
    },
    refusedSince: (at) => refusedSince(at),
    refusedToPages: (at) => refusedSince(at, (place) => asked.has(place)),
    take() {
      const taken = [...waiting.values()]
      waiting.clear()
      return taken
    },
  }
}

const isSecure = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'wss:'

/** Host and port of an address in the spelling of the wall. */
export function placeOf(url: URL): { host: string; port: number } {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return { host: canonicalAddress(host) ?? host, port: Number(url.port || (isSecure(url) ? 443 : 80)) }
}

export const requestDraft = (
  { at, ...request }: AuditedRequest,
  of: Pick<StreamDraft, 'subject' | 'userId' | 'sessionId'>,
): StreamDraft => ({ type: 'browser.request', ...of, at, ...request }) as StreamDraft
