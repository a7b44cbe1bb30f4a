import type { IncomingMessage } from 'node:http'

/** Headers of one connection, and headers that are only meant for us. */
const OWN_HOP = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['proxy-authorization', 'proxy-authenticate', 'http2-settings'],
])
const FOR_US = new Set(['host', 'expect', 'e2b-sandbox-id', 'e2b-sandbox-port', 'e2b-traffic-access-token'])
/** Headers that only we may set. */
const SAID_BY_US = new Set(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'])

/**
 * Headers for a server inside, without those of the body's length, as alternating names and values: all headers of the
 * visitor except those about origin and destination.
 */
export function headersForInside(
  request: IncomingMessage,
  { host, mask, port }: { host: string; mask: string | null; port: number },
): string[] {
  const isSecret = 'encrypted' in request.socket && request.socket.encrypted === true
  const shown = mask === null ? host : masked(mask, port)
  return [
    // Spelled in the usual case, since some programs depend on it.
    ...['Host', shown],
    ...kept(request.rawHeaders, (name) => !FOR_US.has(name) && !SAID_BY_US.has(name)),
    ...['X-Forwarded-For', request.socket.remoteAddress ?? ''],
    ...['X-Forwarded-Proto', isSecret ? 'https' : 'http'],
    // An owner who shows another host name does not want this one to be shown.
    ...(mask === null ? ['X-Forwarded-Host', host] : []),
  ]
}

/** The owner's text must remain a single header. */
const masked = (mask: string, port: number): string =>
  mask.replaceAll(/\$\{PORT\}/g, String(port)).replaceAll(/[^\x21-\x7e]/g, '')

/** Headers of a server inside, as the visitor gets them. */
export const headersForOutside = (rawHeaders: string[]): string[] => kept(rawHeaders, () => true)

function kept(rawHeaders: string[], isWanted: (name: string) => boolean): string[] {
  const named = namedByConnection(rawHeaders)
  return pairsOf(rawHeaders).flatMap(([name, value]) => {
    const lower = name.toLowerCase()
    // HTTP/2 has pseudo-headers for method, path and host.
    return OWN_HOP.has(lower) || named.has(lower) || lower.startsWith(':') || !isWanted(lower) ? [] : [name, value]
  })
}

/** `Connection` may name further headers of this hop; never the length of the body. */
function namedByConnection(rawHeaders: string[]): Set<string> {
  const values = pairsOf(rawHeaders).flatMap(([name, value]) => (name.toLowerCase() === 'connection' ? [value] : []))
  const names = values.flatMap((value) => value.split(',')).map((name) => name.trim().toLowerCase())
  return new Set(names.filter((name) => name !== 'content-length'))
}

/** Headers about the body's length: as given, chunked where it is unknown, none where the method has no body. */
export function framingOf(request: IncomingMessage): string[] {
  const { headers, method = '' } = request
  if (headers['content-length'] !== undefined) return []
  if (headers['transfer-encoding'] !== undefined || isOpenStream(request)) return ['Transfer-Encoding', 'chunked']
  return ['POST', 'PUT', 'PATCH'].includes(method) ? ['Content-Length', '0'] : []
}

/** HTTP/2 needs no header to announce a body. */
const isOpenStream = (request: IncomingMessage & { stream?: { endAfterHeaders: boolean } }): boolean =>
  request.stream !== undefined && !request.stream.endAfterHeaders

function pairsOf(rawHeaders: string[]): [name: string, value: string][] {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : []))
}
