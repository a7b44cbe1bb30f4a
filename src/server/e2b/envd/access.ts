import { isSameSecret } from '../same-secret.ts'
import type { Visit } from '../visit.ts'
import { refusalOfSignature, signedRequestOf } from './signature.ts'

const REFUSED = 'unauthorized access, please provide a valid access token or method signing if supported'

/**
 * The reason why a visitor is refused; undefined when they may enter. A link to a file may be signed instead of showing
 * the token.
 */
export function refusalOf({ request, url, machine }: Visit, nowMs: number): string | undefined {
  const token = machine.info.accessToken
  if (token === null) return undefined
  const shown = request.headers['x-access-token']
  if (typeof shown === 'string' && shown !== '') return isSameSecret(shown, token) ? undefined : REFUSED
  if (url.pathname !== '/files') return REFUSED
  const signature = url.searchParams.get('signature')
  if (signature === null) return 'missing signature query parameter'
  return refusalOfSignature({ ...signedRequestOf(url, request.method), signature }, { token, nowMs })
}
