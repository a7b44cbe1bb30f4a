import { createHash } from 'node:crypto'
import { isSameSecret } from '../same-secret.ts'

export interface SignedRequest {
  /** As it stands in the link, empty when it has none. */
  path: string
  operation: 'read' | 'write'
  /** Empty for the default one. */
  user: string
  /** Unix seconds; links without it are good for as long as the machine lives. */
  expiration?: number
}

/** What stands in a link to a file: only who knows the token of the machine can have made it. */
export function signatureOf({ path, operation, user, expiration }: SignedRequest, token: string): string {
  const until = expiration === undefined ? '' : `:${expiration}`
  const hash = createHash('sha256').update(`${path}:${operation}:${user}:${token}${until}`)
  return `v1_${hash.digest('base64').replace('=', '')}`
}

/** Reads what is signed out of the address of a request for a file. */
export function signedRequestOf({ searchParams }: URL, method: string | undefined): SignedRequest {
  const expiration = searchParams.get('signature_expiration')
  return {
    path: searchParams.get('path') ?? '',
    operation: method === 'POST' ? 'write' : 'read',
    user: searchParams.get('username') ?? '',
    ...(expiration !== null && { expiration: secondsIn(expiration) }),
  }
}

/** Why a signature does not open the door; undefined when it does. Only who signed it is told that it was once good. */
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

/** What is no number has never been signed. */
function secondsIn(text: string): number {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}
