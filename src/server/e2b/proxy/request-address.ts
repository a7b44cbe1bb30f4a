import type { IncomingMessage } from 'node:http'

/** HTTP/2 has a word of its own for the host. */
export const hostOf = ({ headers }: IncomingMessage): string => String(headers[':authority'] ?? headers.host ?? '')

/** Put together like this, no path can be read as another host, and none cannot be read at all. */
export const urlOf = ({ url = '' }: IncomingMessage): URL =>
  new URL(`http://localhost${url.startsWith('/') ? url : '/'}`)

/**
 * Whether everybody who reads a request reads the same: one host and none in the path, and a body in one coding that we know. What
 * is not so is refused, since a server inside might read it in another way than we have.
 */
export function isUnambiguous({ rawHeaders, headers, url = '', httpVersionMajor }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && isHost(rawHeaders[at - 1] ?? ''))
  const hasOneHost = httpVersionMajor < 2 ? hosts.length === 1 : new Set(hosts).size === 1
  const coding = headers['transfer-encoding']
  return hasOneHost && /^(?:\/|\*$)/.test(url) && (coding === undefined || coding.toLowerCase() === 'chunked')
}

const isHost = (name: string): boolean => /^(?:host|:authority)$/i.test(name)
