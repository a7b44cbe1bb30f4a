import { EngineError, type ErrorCode, type ErrorDetails } from '../contract/errors.ts'
import type { ErrorInfo } from '../contract/run.ts'

export interface ApiFailure extends ErrorInfo {
  status: number
  /** Names the request in the server's log; empty when no server answered. */
  requestId: string
  /** The wait that the server asks for before the next try. */
  retryAfterMs?: number
}

/** Every failure of a call: the server's own error, or the reason why there was no answer. Reads like an `EngineError`. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly hint: string
  readonly retry: boolean
  readonly requestId: string
  readonly retryAfterMs: number | undefined

  constructor(failure: ApiFailure, options?: { cause: unknown }) {
    super(failure.message, options)
    this.name = 'ApiError'
    this.code = failure.code
    this.status = failure.status
    this.hint = failure.hint
    this.retry = failure.retry
    this.requestId = failure.requestId
    this.retryAfterMs = failure.retryAfterMs
  }

  toInfo(): ErrorInfo {
    return { code: this.code, message: this.message, hint: this.hint, retry: this.retry }
  }
}

/** A failure on this side, worded by the same table as the server's. */
export function localError<C extends ErrorCode>(code: C, details: ErrorDetails<C>, cause?: unknown): ApiError {
  const error = new EngineError(code, details)
  return new ApiError({ ...error.toInfo(), status: error.status, requestId: '' }, { cause })
}
