import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'

/** Where the caller found us. A proxy that takes TLS off says so; whoever lies about it misleads nobody but himself. */
export function originOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const isEncrypted = (socket as Partial<TLSSocket>).encrypted === true || headers['x-forwarded-proto'] === 'https'
  const host = headers.host ?? headers[':authority'] ?? 'localhost'
  return `${isEncrypted ? 'https' : 'http'}://${host}`
}
