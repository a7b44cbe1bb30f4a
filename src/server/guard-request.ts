import { isIP } from 'node:net'
import { EngineError } from '../contract/errors.ts'

export interface RequestPolicy {
  allowedHosts: string[]
  allowedOrigins: string[]
}

/**
 * Stops web pages from reaching a server on the visitor's own machine: a page can make a name of its own point to
 * 127.0.0.1, but the browser still sends that name; and it cannot hide which page a request comes from.
 */
export function guardRequest(request: Pick<Request, 'url' | 'headers'>, policy: RequestPolicy): void {
  const url = new URL(request.url)
  const host = request.headers.get('host') ?? url.host
  const hostName = nameOf(host)
  if (hostName === undefined || !(isOurs(hostName) || isListed(hostName, policy))) {
    throw new EngineError('HOST_REFUSED', { host })
  }
  const origin = request.headers.get('origin')
  if (origin !== null && !isAllowedOrigin(origin, host, policy)) throw new EngineError('ORIGIN_REFUSED', { origin })
}

export function isAllowedOrigin(origin: string, host: string, policy: RequestPolicy): boolean {
  return policy.allowedOrigins.includes(origin) || origin === `http://${host}` || origin === `https://${host}`
}

function nameOf(host: string): string | undefined {
  const found = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d+)?$/i.exec(host)
  return (found?.[1] ?? found?.[2])?.toLowerCase()
}

const isListed = (name: string, { allowedHosts }: RequestPolicy): boolean =>
  allowedHosts.some((allowed) => allowed.toLowerCase() === name)

/** An address cannot be made to point elsewhere; only names can. */
const isOurs = (name: string): boolean => name === 'localhost' || isIP(name) !== 0
