import type { IncomingMessage } from 'node:http'

/** HTTP/2 has a pseudo-header for the host. */
export const hostOf = ({ headers }: IncomingMessage): string => String(headers[':authority'] ?? headers.host ?? '')

/** Joined this way, no path can be read as another host, and every path can be parsed. */
export const urlOf = ({ url = '' }: IncomingMessage): URL =>
  new URL(`http://localhost${url.startsWith('/') ? url : '/'}`)

/**
 * Whether every reader of a request understands it alike: one host and none in the path, and a body in one known
 * coding. Other requests are refused, since a server inside might read them differently.
 */
export function isUnambiguous({ rawHeaders, headers, url = '', httpVersionMajor }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && isHost(rawHeaders[at - 1] ?? ''))
  const hasOneHost = httpVersionMajor < 2 ? hosts.length === 1 : new Set(hosts).size === 1
  const coding = headers['transfer-encoding']
  return hasOneHost && /^(?:\/|\*$)/.test(url) && (coding === undefined || coding.toLowerCase() === 'chunked')
}

const isHost = (name: string): boolean => /^(?:host|:authority)$/i.test(name)
