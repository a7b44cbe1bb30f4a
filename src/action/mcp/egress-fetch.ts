import { request as sendRequest } from 'node:http'
import { Readable } from 'node:stream'
import { assertWithinCeiling } from '../../sandbox/egress/ceiling.ts'
import { reach, realReach } from '../../sandbox/egress/reach.ts'

const CONNECT_MS = 10_000
const NEVER = new AbortController().signal
/** The ceiling was asked before; addresses of names are still checked one by one. */
const EVERY_HOST = { allows: () => true, admits: () => true }
/** Statuses whose answers have no body. */
const WITHOUT_BODY = [204, 205, 304]

/**
 * A `fetch` for addresses that the operator's ceiling covers, as for programs in sandboxes: a name is resolved once, must lead to public
 * addresses, and the connection goes to one of just these. Redirects are not followed.
 */
export const egressFetch =
  (ceiling: string[]): typeof fetch =>
  async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const isSecure = url.protocol === 'https:'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const port = Number(url.port) || (isSecure ? 443 : 80)
    assertWithinCeiling([host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`], ceiling)
    const signal = init.signal ?? NEVER
    const target = { host, port, path: url.pathname }
    const { socket } = await reach(target, { ...realReach, list: EVERY_HOST, signal, timeoutMs: CONNECT_MS })
    const connection = isSecure ? await realReach.secure(socket, host) : socket
    const headers = { ...Object.fromEntries(new Headers(init.headers)), host: url.host, connection: 'close' }
    return answerOf({ url, headers, signal, connection }, init)
  }

function answerOf(
  sent: {
    url: URL
    headers: Record<string, string>
    signal: AbortSignal
    connection: Awaited<ReturnType<typeof realReach.secure>>
  },
  { method = 'GET', body }: RequestInit,
): Promise<Response> {
  const { url, headers, signal, connection } = sent
  return new Promise((resolve, reject) => {
    const asked = sendRequest({
      ...{ method, path: `${url.pathname}${url.search}`, headers, signal },
      createConnection: () => connection,
    })
    asked.on('error', reject)
    asked.on('response', (response) => {
      const status = response.statusCode ?? 502
      const told = new Headers(
        Object.entries(response.headers).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)]],
        ),
      )
      const content = WITHOUT_BODY.includes(status) ? null : (Readable.toWeb(response) as ReadableStream<Uint8Array>)
      if (content === null) response.resume()
      resolve(new Response(content, { status, headers: told }))
    })
    asked.end(typeof body === 'string' ? body : undefined)
  })
}
