import { EngineError } from '../../contract/errors.ts'
import { isTokenForm } from '../../contract/token.ts'
import type { Caller, Engine } from '../../engine.ts'
import { CONSOLE_HEADER, signInOf } from '../console/console-cookie.ts'
import type { Row } from './row.ts'

type Head = Pick<Request, 'method' | 'headers' | 'url'>

/** The name in the query under which a link carries a token. */
export const LINK_TOKEN = 'token'

/** Finds a key in the two headers that clients send, or in the password of the browser's own dialog (for reading only). */
export function keyOf(request: Head): string | undefined {
  const apiKey = request.headers.get('x-api-key')
  if (apiKey !== null) return apiKey
  const [scheme = '', value = ''] = (request.headers.get('authorization') ?? '').split(/\s+/, 2)
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() === 'basic' && isReading(request))
    return Buffer.from(value, 'base64').toString().split(':').at(-1)
  return undefined
}

const isReading = ({ method }: Head) => method === 'GET' || method === 'HEAD'

/**
 * A token in the query of a row that may be opened by a link. Never a key: addresses are kept in histories and logs of
 * proxies, where a token is soon worth nothing.
 */
function linkTokenOf(request: Head, query: URLSearchParams, row: Row | undefined): string | undefined {
  const token = query.get(LINK_TOKEN)
  if (token === null) return undefined
  if (!row?.forTokens?.byLink || !isReading(request))
    throw unknown('a token in the address opens only streams of events, results and files, by GET')
  if (!isTokenForm(token)) throw unknown('only a token may stand in an address, never a key')
  return token
}

export async function authenticate(
  request: Head,
  { query, row }: { query: URLSearchParams; row: Row | undefined },
  engine: Pick<Engine, 'keys' | 'tokens' | 'signIns'>,
): Promise<Caller> {
  const key = keyOf(request) ?? linkTokenOf(request, query, row)
  const signedIn = key === undefined ? await bySignIn(request, engine) : undefined
  if (signedIn) return signedIn
  if (key === undefined) throw unknown('none was sent')
  const caller = isTokenForm(key) ? await engine.tokens.verify(key) : await engine.keys.verify(key)
  if (!caller) throw unknown('it is unknown, was revoked or has expired')
  return caller
}

/** A browser that is signed in. Our own page learns that it no longer is, and its browser does not ask for a password. */
async function bySignIn(request: Head, { signIns }: Pick<Engine, 'signIns'>): Promise<Caller | undefined> {
  const secret = signInOf(request)
  const caller = secret === undefined ? undefined : await signIns.verify(secret)
  if (!caller && request.headers.has(CONSOLE_HEADER)) throw new EngineError('SIGNED_OUT', {})
  return caller
}

const unknown = (reason: string) => new EngineError('UNAUTHENTICATED', { reason })
