import { createHash } from 'node:crypto'
import { isSameSecret } from '../same-secret.ts'

export interface SignedRequest {
  /** The path in the link; empty when it has none. */
  path: string
  operation: 'read' | 'write'
  /** Empty for the default user. */
  user: string
  /** Unix seconds; links without it are valid for the life of the machine. */
  expiration?: number
}

/** The signature in a link to a file: only a bearer of the machine's token can make it. */
export function signatureOf({ path, operation, user, expiration }: SignedRequest, token: string): string {
  const until = expiration === undefined ? '' : `:${expiration}`
  const hash = createHash('sha256').update(`${path}:${operation}:${user}:${token}${until}`)
  return `v1_${hash.digest('base64').replace('=', '')}`
}

/** Reads the signed values from the URL of a request for a file. */
export function signedRequestOf({ searchParams }: URL, method: string | undefined): SignedRequest {
  const expiration = searchParams.get('signature_expiration')
  return {
    path: searchParams.get('path') ?? '',
    operation: method === 'POST' ? 'write' : 'read',
    user: searchParams.get('username') ?? '',
    ...(expiration !== null && { expiration: secondsIn(expiration) }),
  }
}

/**
 * The reason why a signature is refused; undefined when it is valid. Only a valid signature is told that it has
 * expired.
 */
export function refusalOfSignature(
  signed: SignedRequest & { signature: string },
  { token, nowMs }: { token: string; nowMs: number },
): string | undefined {
  if (!isSameSecret(signed.signature, signatureOf(signed, token))) return 'invalid signature'
  if (signed.expiration !== undefined && signed.expiration < Math.floor(nowMs / 1000)) {
    return 'signature is already expired'
  }
  return undefined
}

/** Text that is no number was never signed. */
function secondsIn(text: string): number {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}
