import { isIP } from 'node:net'
import { EngineError } from '../../contract/errors.ts'

export interface RequestPolicy {
  allowedHosts: string[]
  allowedOrigins: string[]
}

/**
 * Stops web pages from reaching a server on the visitor's own host: a page can make its own name point to 127.0.0.1,
 * but the browser still sends that name; and a page cannot hide its origin.
 */
export function guardRequest(request: Pick<Request, 'url' | 'headers'>, policy: RequestPolicy): void {
  const url = new URL(request.url)
  const host = request.headers.get('host') ?? url.host
  const hostName = hostNameOf(host)
  if (hostName === undefined || !isKnownHost(hostName, policy)) throw new EngineError('HOST_REFUSED', { host })
  const origin = request.headers.get('origin')
  if (origin !== null && !isAllowedOrigin(origin, host, policy)) throw new EngineError('ORIGIN_REFUSED', { origin })
}

export function isAllowedOrigin(origin: string, host: string, policy: RequestPolicy): boolean {
  return policy.allowedOrigins.includes(origin) || origin === `http://${host}` || origin === `https://${host}`
}

/** The host without its port, in lower case; undefined for invalid text. */
export function hostNameOf(host: string): string | undefined {
  const found = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d+)?$/i.exec(host)
  return (found?.[1] ?? found?.[2])?.toLowerCase()
}

/** Only names can be made to point elsewhere, addresses cannot. */
export const isKnownHost = (name: string, { allowedHosts }: Pick<RequestPolicy, 'allowedHosts'>): boolean =>
  name === 'localhost' || isIP(name) !== 0 || allowedHosts.some((allowed) => allowed.toLowerCase() === name)
