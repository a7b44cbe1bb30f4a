import type { ErrorCode } from '../../../contract/errors.ts'
import { jsonRefusal, type Refuse } from '../../http/refusal.ts'

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
export const e2bRefusal: Refuse = (error, requestId) => {
  const status = STATUS[error.code] ?? error.status
  const message = HINTLESS.has(error.code) ? error.message : `${error.message} ${error.hint}`
  const told: E2bError = { code: status, message, error_code: NAME[error.code] ?? error.code.toLowerCase() }
  return jsonRefusal({ status, told, error }, requestId)
}
