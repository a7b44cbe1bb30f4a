import { type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { authorityText } from './authority.ts'
import { endToEndHeaders, requestFraming, responseFraming } from './end-to-end-headers.ts'
import type { Way } from './exchange.ts'
import { brokenUpstream, type EgressFailure } from './failure.ts'
import { withHeaders } from './header-rules.ts'

interface Client {
  request: IncomingMessage
  response: ServerResponse
}

/** Sends one request over a socket of its own and its answer back; resolves when the client took the last byte. */
export function forward({ request, response }: Client, way: Way): Promise<void> {
  const { target, socket, onBroken } = way
  return new Promise((resolve, reject) => {
    const framing = requestFraming(request)
    const upstream = openRequest({
      createConnection: () => socket,
      ...(request.method === undefined ? {} : { method: request.method }),
      path: target.path,
      headers: ['Host', authorityOf(way), ...withHeaders(endToEndHeaders(request), way.headers), ...framing],
      setHost: false,
    })
    const broken = () => reject(brokenUpstream(target))
    upstream.on('error', broken)
    // An end without an answer is not always an error: an unrequested upgrade raises none.
    upstream.on('close', broken)
    upstream.on('response', (incoming) => {
      upstream.off('close', broken)
      incoming.on('error', onBroken)
      answer({ request, response }, incoming).then(resolve, reject)
    })
    if (request.headers.expect !== undefined) response.writeContinue()
    // Bytes that no header announced would be read as a next request, to a host that was never checked.
    if (framing.length > 0) request.pipe(upstream)
    else upstream.end()
  })
}

function authorityOf({ target, isSecured }: Way): string {
  return authorityText(target.host, { port: target.port, usualPort: isSecured ? 443 : 80 })
}

async function answer({ request, response }: Client, incoming: IncomingMessage): Promise<void> {
  response.sendDate = false
  // The unread rest of a body cannot be told from a next request.
  if (!request.complete) response.shouldKeepAlive = false
  const headers = [...endToEndHeaders(incoming), ...responseFraming(incoming)]
  // Without the other side's status text: the parser accepts characters in it that may not be written again.
  response.writeHead(incoming.statusCode ?? 502, headers)
  await pipeline(incoming, response)
}

/** Answers in place of the other side; when an answer has begun already, cutting it is all that is left. */
export function refuseForward({ request, response }: Client, { endedBy, status, advice }: EgressFailure): void {
  if (response.headersSent || endedBy === 'client') return void request.socket.destroy()
  if (!request.complete) response.shouldKeepAlive = false
  const text = Buffer.from(`${advice}\n`)
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': text.length }).end(text)
}
