import type { EngineError, ErrorBody } from '../../contract/errors.ts'

export interface Refusal {
  status: number
  headers: Record<string, string>
  body: string
}

/** Chromium reads only the first of several ways, and asks nobody for anything when it is not this one. */
const KEYS_WANTED = 'Basic realm="Anneal: any name, the key as password", Bearer realm="Anneal"'

/** A failure in the one shape that our own API has for it, with the wait a client should keep where there is one. */
export function refusalOf(error: EngineError, requestId: string): Refusal {
  const told: ErrorBody = { error: { ...error.toInfo(), requestId } }
  const body = JSON.stringify(told)
  const { retryAfterS, methods } = error.details as { retryAfterS?: number; methods?: string }
  return {
    status: error.status,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      'X-Request-Id': requestId,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      ...(retryAfterS !== undefined && { 'Retry-After': String(retryAfterS) }),
      ...(error.code === 'METHOD_NOT_ALLOWED' && methods && { Allow: methods }),
      ...(error.status === 401 && { 'WWW-Authenticate': KEYS_WANTED }),
    },
    body,
  }
}

export function refusalResponse(error: EngineError, requestId: string): Response {
  const { body, ...head } = refusalOf(error, requestId)
  return new Response(body, head)
}
