import { createHash, timingSafeEqual } from 'node:crypto'
import { signedRequestOf } from '../envd/signature.ts'

const SIGNATURE = /^v1_([A-Za-z0-9+/]{43})$/

/**
 * Finds the machine whose token signed a link. The link names no machine, so the signature is computed with every
 * token; the content of the link is hashed once, however long it is and however many machines there are.
 */
export function findSignedMachine(
  url: URL,
  method: string | undefined,
  tokens: Iterable<{ id: string; accessToken: string }>,
): string | undefined {
  const encoded = SIGNATURE.exec(url.searchParams.get('signature') ?? '')?.[1]
  if (encoded === undefined) return undefined
  const signature = Buffer.from(encoded, 'base64')
  const { path, operation, user, expiration } = signedRequestOf(url, method)
  const start = createHash('sha256').update(`${path}:${operation}:${user}:`)
  const end = expiration === undefined ? '' : `:${expiration}`
  for (const { id, accessToken } of tokens) {
    const made = start.copy().update(`${accessToken}${end}`)
    if (timingSafeEqual(made.digest(), signature)) return id
  }
  return undefined
}
