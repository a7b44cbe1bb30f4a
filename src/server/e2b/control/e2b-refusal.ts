import type { ErrorCode } from '../../../contract/errors.ts'
import { jsonRefusal, type Refuse } from '../../http/refusal.ts'

/** Codes for which E2B uses another status than we do. */
const STATUS: Partial<Record<ErrorCode, number>> = {
  LIMIT_TOO_HIGH: 400,
  LANGUAGE_UNKNOWN: 400,
  NETWORK_REFUSED: 400,
  // A sandbox that has ended does not exist for the caller.
  SANDBOX_GONE: 404,
}

/** Error names that E2B's clients know; every other failure has ours, in lower case. */
const NAME: Partial<Record<ErrorCode, string>> = {
  SERVER_BUSY: 'sandbox_capacity_unavailable',
  SANDBOXES_FULL: 'sandbox_capacity_unavailable',
  SANDBOX_UNAVAILABLE: 'sandbox_create_failed',
  INTERNAL: 'internal_server_error',
}

/** Hints of these codes refer to pages of our own API. */
const HINTLESS = new Set<ErrorCode>(['INVALID_REQUEST', 'NOT_FOUND'])

interface E2bError {
  /** The HTTP status again: the SDKs read this one. */
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
