import { EngineError } from '../../contract/errors.ts'
import type { Caller, Engine } from '../../engine.ts'

type Head = Pick<Request, 'method' | 'headers'>

/** Finds a key in the two headers that clients send, or in the password of the browser's own dialog (for reading only). */
export function keyOf(request: Head): string | undefined {
  const apiKey = request.headers.get('x-api-key')
  if (apiKey !== null) return apiKey
  const [scheme = '', value = ''] = (request.headers.get('authorization') ?? '').split(/\s+/, 2)
  if (scheme.toLowerCase() === 'bearer') return value
  const mayAsk = request.method === 'GET' || request.method === 'HEAD'
  if (scheme.toLowerCase() === 'basic' && mayAsk) return Buffer.from(value, 'base64').toString().split(':').at(-1)
  return undefined
}

export async function authenticate(request: Head, engine: Pick<Engine, 'keys'>): Promise<Caller> {
  const key = keyOf(request)
  if (key === undefined) throw new EngineError('UNAUTHENTICATED', { reason: 'none was sent' })
  const caller = await engine.keys.verify(key)
  if (!caller) throw new EngineError('UNAUTHENTICATED', { reason: 'it is unknown, was revoked or has expired' })
  return caller
}
