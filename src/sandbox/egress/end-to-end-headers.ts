import type { IncomingMessage } from 'node:http'

/**
 * The headers for the other end, in their order and spelling. Headers of one connection are left out: the hop-by-hop ones,
 * those that `Connection` names, everything for proxies, and the framing, which is written anew.
 */
export function endToEndHeaders({ rawHeaders, headers }: IncomingMessage): string[] {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  const dropped = new Set([...HOP_BY_HOP, ...named])
  return rawHeaders.filter((_, index) => {
    const name = (rawHeaders[index - (index % 2)] ?? '').toLowerCase()
    return !dropped.has(name) && !name.startsWith('proxy-')
  })
}

const HOP_BY_HOP = [
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** Headers that delimit the body of a request, written once and as the parser understood it. */
export function requestFraming(request: IncomingMessage): string[] {
  if (request.headers['transfer-encoding'] !== undefined) return ['Transfer-Encoding', 'chunked']
  const length = request.headers['content-length'] ?? (EXPECTS_BODY.has(request.method ?? '') ? '0' : undefined)
  return length === undefined ? [] : ['Content-Length', length]
}

const EXPECTS_BODY = new Set(['POST', 'PUT', 'PATCH'])

/**
 * Headers that delimit an answer. One in chunks, or one that lasts until its end, gets chunks of our own when the client knows
 * them.
 */
export function responseFraming({ headers }: IncomingMessage): string[] {
  const length = headers['transfer-encoding'] === undefined ? headers['content-length'] : undefined
  return length === undefined ? [] : ['Content-Length', length]
}
