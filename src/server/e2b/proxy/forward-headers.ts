import type { IncomingMessage } from 'node:http'

/** Of one connection, not of what is carried over it; and what is only meant for us. */
const OWN_HOP = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['proxy-authorization', 'proxy-authenticate', 'http2-settings'],
])
const FOR_US = new Set(['host', 'expect', 'e2b-sandbox-id', 'e2b-sandbox-port', 'e2b-traffic-access-token'])
/** Said by us, so that nobody else can say them. */
const SAID_BY_US = new Set(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'])

/** What a server inside is told, without how long the body is, as names and values in turn: everything the visitor said, but by whom and where to. */
export function headersForInside(
  request: IncomingMessage,
  { host, mask, port }: { host: string; mask: string | null; port: number },
): string[] {
  const isSecret = 'encrypted' in request.socket && request.socket.encrypted === true
  const shown = mask === null ? host : masked(mask, port)
  return [
    // Spelled like this: programs that should not care do.
    ...['Host', shown],
    ...kept(request.rawHeaders, (name) => !FOR_US.has(name) && !SAID_BY_US.has(name)),
    ...['X-Forwarded-For', request.socket.remoteAddress ?? ''],
    ...['X-Forwarded-Proto', isSecret ? 'https' : 'http'],
    // Who wants another name to be seen does not want this one to be seen either.
    ...(mask === null ? ['X-Forwarded-Host', host] : []),
  ]
}

/** Whatever else the owner wrote, it must be one header when it is sent. */
const masked = (mask: string, port: number): string =>
  mask.replaceAll(/\$\{PORT\}/g, String(port)).replaceAll(/[^\x21-\x7e]/g, '')

/** What a visitor is told of what a server inside said. */
export const headersForOutside = (rawHeaders: string[]): string[] => kept(rawHeaders, () => true)

function kept(rawHeaders: string[], isWanted: (name: string) => boolean): string[] {
  const named = namedByConnection(rawHeaders)
  return pairsOf(rawHeaders).flatMap(([name, value]) => {
    const lower = name.toLowerCase()
    // HTTP/2 has its own words for method, path and host.
    return OWN_HOP.has(lower) || named.has(lower) || lower.startsWith(':') || !isWanted(lower) ? [] : [name, value]
  })
}

/** `Connection` may name further headers of this hop; the length of the body is none of them, whatever it says. */
function namedByConnection(rawHeaders: string[]): Set<string> {
  const values = pairsOf(rawHeaders).flatMap(([name, value]) => (name.toLowerCase() === 'connection' ? [value] : []))
  const names = values.flatMap((value) => value.split(',')).map((name) => name.trim().toLowerCase())
  return new Set(names.filter((name) => name !== 'content-length'))
}

/** How long the body is: as it was told, in chunks where nobody knows, and nothing said where there is none by its method. */
export function framingOf(request: IncomingMessage): string[] {
  const { headers, method = '' } = request
  if (headers['content-length'] !== undefined) return []
  if (headers['transfer-encoding'] !== undefined || isOpenStream(request)) return ['Transfer-Encoding', 'chunked']
  return ['POST', 'PUT', 'PATCH'].includes(method) ? ['Content-Length', '0'] : []
}

/** HTTP/2 needs no header to say that a body follows. */
const isOpenStream = (request: IncomingMessage & { stream?: { endAfterHeaders: boolean } }): boolean =>
  request.stream !== undefined && !request.stream.endAfterHeaders

function pairsOf(rawHeaders: string[]): [name: string, value: string][] {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : []))
}
