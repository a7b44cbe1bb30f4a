import { completionError } from '../../contract/completion-error.ts'
import type { EngineError, ErrorBody } from '../../contract/errors.ts'

export interface Refusal {
  status: number
  headers: Record<string, string>
  body: string
}

/** A failure in the shape of one API; the path is absent where no request could be read. */
export type Refuse = (error: EngineError, requestId: string, path?: string) => Refusal

/** Chromium reads only the first challenge, and asks for a password only when it is this one. */
const KEYS_WANTED = 'Basic realm="Anneal: any name, the key as password", Bearer realm="Anneal"'

/** A page whose token has ended, or whose visitor has mistyped a key, must not make its browser ask for a password. */
const TOKEN_WANTED = 'Bearer realm="Anneal", error="invalid_token"'

const IN_PAGES: string[] = ['TOKEN_ENDED', 'SIGNED_OUT', 'SIGN_IN_REFUSED']

/** A failure in the shape of our own API; clients of OpenAI find the fields that they know as well. */
export const refusalOf: Refuse = (error, requestId, path) => {
  const info = path?.startsWith('/openai/') ? completionError(error) : error.toInfo()
  const told: ErrorBody = { error: { ...info, requestId } }
  const { methods } = error.details as { methods?: string }
  const { status, headers, body } = jsonRefusal({ status: error.status, told, error }, requestId)
  const more = {
    ...(error.code === 'METHOD_NOT_ALLOWED' && methods && { Allow: methods }),
    ...(status === 401 && { 'WWW-Authenticate': IN_PAGES.includes(error.code) ? TOKEN_WANTED : KEYS_WANTED }),
  }
  return { status, headers: { ...headers, ...more }, body }
}

/** A JSON answer, with the time to wait where there is one. */
export function jsonRefusal(
  { status, told, error }: { status: number; told: unknown; error: EngineError },
  requestId: string,
): Refusal {
  const body = JSON.stringify(told)
  const { retryAfterS } = error.details as { retryAfterS?: number }
  return {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      'X-Request-Id': requestId,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      ...(retryAfterS !== undefined && { 'Retry-After': String(Math.ceil(retryAfterS)) }),
    },
    body,
  }
}
