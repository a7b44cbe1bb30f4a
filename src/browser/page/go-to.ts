import type { Page, Response } from 'playwright-core'
import { EngineError } from '../../contract/errors.ts'
import { explain } from './explain.ts'
import { placeOf, type RequestAudit } from './request-audit.ts'
import { isForbidden } from './tabs.ts'

export interface GoParts {
  page: Page
  audit: RequestAudit
  timeoutMs: number
  clock(): number
}

export interface Arrived {
  /** HTTP status of the page; null where there was no answer of a server. */
  status: number | null
  /** Whether everything that belongs to the page had loaded in time. */
  loaded: boolean
}

const OPENED = /^https?:\/\//i
/** Time for pictures and the like, after the document itself is there. */
const MOST_LOAD_MS = 10_000

/** An address as it is opened: http and https alone, and no password in it. */
export function addressOf(given: string): string {
  const text = given.trim()
  if (text === 'about:blank') return text
  const url = URL.parse(text)
  if (!url || !OPENED.test(text) || isForbidden(text))
    throw new EngineError('ADDRESS_REFUSED', { url: text.slice(0, 200), reason: reasonOf(text) })
  return url.href
}

const reasonOf = (text: string): string =>
  /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]|$)/.test(text)
    ? `it needs its protocol, as in https://${text.slice(0, 200)}`
    : 'only http and https are opened'

/** Opens an address. Says so when the wall refused it, or an address that it led to. */
export async function goTo(parts: GoParts, address: string): Promise<Arrived> {
  const { page, timeoutMs, clock } = parts
  const url = addressOf(address)
  const begun = clock()
  const go = () => page.goto(url, { timeout: timeoutMs, waitUntil: 'domcontentloaded' })
  // The error page of the visit before may come late, and would be taken for the end of this one.
  const again = (error: unknown) => {
    if (/interrupted by another navigation to "chrome-error:/.test(String(error))) return go()
    throw error
  }
  return arrive(parts, { url, begun }, () => go().catch(again))
}

/** Goes back, goes forward or loads again, with the same checks as a visit of an address. */
export async function arrive(
  { page, audit, timeoutMs, clock }: GoParts,
  { url, begun }: { url: string; begun: number },
  go: () => Promise<Response | null>,
): Promise<Arrived> {
  const response = await go().catch((error) => {
    if (/Download is starting|net::ERR_ABORTED/.test(String(error))) return null
    const refused = audit.refusedToPages(begun)[0]
    if (refused && /ERR_TUNNEL|ERR_PROXY|ERR_EMPTY|ERR_CONNECTION/.test(String(error)))
      throw new EngineError('ADDRESS_REFUSED', { url, reason: refused.reason })
    if (/ERR_PROXY_CONNECTION_FAILED/.test(String(error)))
      throw new EngineError('ADDRESS_REFUSED', { url, reason: 'no host is in the allow-list' })
    throw explain(error, { what: url, timeoutMs })
  })
  const last = URL.parse(response?.url() ?? url)
  const place = last && placeOf(last)
  const refused = audit.refusedToPages(begun).find(({ host, port }) => host === place?.host && port === place.port)
  if (refused) throw new EngineError('ADDRESS_REFUSED', { url: last?.href ?? url, reason: refused.reason })
  const left = Math.min(MOST_LOAD_MS, Math.max(0, timeoutMs - (clock() - begun)))
  const loaded = await page.waitForLoadState('load', { timeout: left || 1 }).then(
    () => true,
    () => false,
  )
  return { status: response?.status() ?? null, loaded }
}
