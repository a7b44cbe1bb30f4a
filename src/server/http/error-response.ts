import type { EngineError, ErrorBody } from '../../contract/errors.ts'

/** One shape for everything that is not a success, with the wait a client should keep where there is one. */
export function errorResponse(error: EngineError, requestId: string): Response {
  const body: ErrorBody = { error: { ...error.toInfo(), requestId } }
  const response = Response.json(body, { status: error.status })
  const { retryAfterS } = error.details as { retryAfterS?: number }
  if (retryAfterS !== undefined) response.headers.set('retry-after', String(retryAfterS))
  return response
}
