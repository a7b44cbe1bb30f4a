import type { EngineError, ErrorCode } from '../../../contract/errors.ts'

/** Where E2B answers with another status than we do. */
const STATUS: Partial<Record<ErrorCode, number>> = {
  LIMIT_TOO_HIGH: 400,
  LANGUAGE_UNKNOWN: 400,
  NETWORK_REFUSED: 400,
  // Whoever asks for what has ended is told that there is none.
  SANDBOX_GONE: 404,
}

/** Names that E2B's clients know; every other failure has ours, in lower case. */
const NAME: Partial<Record<ErrorCode, string>> = {
  SERVER_BUSY: 'sandbox_capacity_unavailable',
  SANDBOXES_FULL: 'sandbox_capacity_unavailable',
  SANDBOX_UNAVAILABLE: 'sandbox_create_failed',
  INTERNAL: 'internal_server_error',
}

/** Their hints speak of the pages of our own API. */
const HINTLESS = new Set<ErrorCode>(['INVALID_REQUEST', 'NOT_FOUND'])

interface E2bError {
  /** The HTTP status once more: the SDKs look at this one. */
  code: number
  message: string
  error_code: string
}

/** A failure in the form of E2B's API. */
export function errorAnswer(error: EngineError): Response {
  const code = STATUS[error.code] ?? error.status
  const { retryAfterS } = error.details as { retryAfterS?: number }
  const message = HINTLESS.has(error.code) ? error.message : `${error.message} ${error.hint}`
  const body: E2bError = { code, message, error_code: NAME[error.code] ?? error.code.toLowerCase() }
  const headers = retryAfterS === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterS)) }
  return Response.json(body, { status: code, headers })
}
