import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Way } from './exchange.ts'

/** Carries bytes both ways, each no faster than its reader; resolves when both sides have ended in order. */
export async function tunnel(
  { client, head }: { client: Duplex; head: Buffer },
  { socket, onBroken }: Way,
): Promise<void> {
  socket.on('error', onBroken)
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
  if (head.length > 0) client.unshift(head)
  await Promise.all([pipeline(client, socket), pipeline(socket, client)])
}

/** Sends a last answer on a connection that no HTTP server serves. */
export function endWith(client: Duplex, { status, advice }: { status: number; advice: string }): void {
  const text = `${advice}\n`
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ]
  client.end(`${head.join('\r\n')}\r\n\r\n${text}`)
  // Further input is discarded for a while, so that the answer arrives before the connection is reset.
  client.resume()
  const linger = setTimeout(() => client.destroy(), LINGER_MS)
  client.once('close', () => clearTimeout(linger))
}

const LINGER_MS = 1000
