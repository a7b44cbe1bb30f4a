import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const SIGNATURE = /^v1_([A-Za-z0-9+/]{43})$/

/**
 * The machine whose token signed a link. A link names none, so the signature is made again with every token there is; what the
 * link says is hashed once, however long it is and however many machines there are.
 */
export function findSignedMachine(
  { method }: Pick<IncomingMessage, 'method'>,
  query: URLSearchParams,
  tokens: Iterable<{ id: string; accessToken: string }>,
): string | undefined {
  const encoded = SIGNATURE.exec(query.get('signature') ?? '')?.[1]
  if (encoded === undefined) return undefined
  const signature = Buffer.from(encoded, 'base64')
  const operation = method === 'GET' || method === 'HEAD' ? 'read' : 'write'
  const start = createHash('sha256').update(`${query.get('path') ?? ''}:${operation}:${query.get('username') ?? ''}:`)
  const expiration = query.get('signature_expiration')
  const end = expiration === null ? '' : `:${expiration}`
  for (const { id, accessToken } of tokens) {
    const made = start
      .copy()
      .update(accessToken + end)
      .digest()
    if (timingSafeEqual(made, signature)) return id
  }
  return undefined
}
