import type { IncomingHttpHeaders } from 'node:http'
import { ENVD_PORT } from '../visit.ts'

/** The destination of a request. */
export type Target =
  | { to: 'port'; machineId: string; port: number }
  /** A link that names no machine, but is signed by the token of one. */
  | { to: 'signed-file' }
  | { to: 'control' }
  /** A host of ours with nothing behind it. */
  | { to: 'nowhere' }

export interface RequestHead {
  /** The requested name, without a port, in lower case. */
  hostName: string
  path: string
  headers: IncomingHttpHeaders
}

export interface OurHosts {
  /** Empty when there is none. */
  domain: string
  /** Names and addresses by which our own API may be called. */
  isKnown(hostName: string): boolean
}

/**
 * Undefined for a request of our own API, which refuses unknown hosts. A host below the domain decides the destination
 * whatever the headers say; headers count only on other hosts.
 */
export function targetOf(head: RequestHead, { domain, isKnown }: OurHosts): Target | undefined {
  const label = labelOf(head.hostName, domain)
  if (label === 'api') return { to: 'control' }
  if (label === 'sandbox') return namedByHeaders(head) ?? { to: 'nowhere' }
  if (label !== undefined) return portOf(label.split('-')) ?? { to: 'nowhere' }
  if (!isKnown(head.hostName)) return undefined
  return namedByHeaders(head) ?? namedByPath(head.path)
}

/** The part before the domain. */
function labelOf(hostName: string, domain: string): string | undefined {
  const suffix = `.${domain.split(':')[0]}`
  return domain !== '' && hostName.endsWith(suffix) ? hostName.slice(0, -suffix.length) : undefined
}

function namedByHeaders({ headers }: RequestHead): Target | undefined {
  const id = headers['e2b-sandbox-id']
  if (id === undefined) return undefined
  return portOf([String(headers['e2b-sandbox-port'] ?? ENVD_PORT), String(id)]) ?? { to: 'nowhere' }
}

function portOf([port = '', machineId = '', ...rest]: string[]): Target | undefined {
  const isPort = /^[1-9][0-9]{0,4}$/.test(port) && Number(port) <= 65_535
  const isMachine = /^[a-z0-9]{1,64}$/.test(machineId) && rest.length === 0
  return isPort && isMachine ? { to: 'port', machineId, port: Number(port) } : undefined
}

const CONTROL_PATH = /^(?:\/v[23])?\/(?:sandboxes|snapshots|templates|volumes|volumecontent|secrets)(?:[/?]|$)/
const SIGNED_FILE = /^\/files\?(?:.*&)?signature=/

function namedByPath(path: string): Target | undefined {
  if (CONTROL_PATH.test(path)) return { to: 'control' }
  return SIGNED_FILE.test(path) ? { to: 'signed-file' } : undefined
}
