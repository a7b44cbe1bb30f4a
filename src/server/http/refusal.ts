import type { EngineError, ErrorBody } from '../../contract/errors.ts'

export interface Refusal {
  status: number
  headers: Record<string, string>
  body: string
}

/** What those are told who never came to a route, in the shape of all other failures. */
export function refusalOf(error: EngineError, requestId: string): Refusal {
  const told: ErrorBody = { error: { ...error.toInfo(), requestId } }
  const body = JSON.stringify(told)
  return {
    status: error.status,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      'X-Request-Id': requestId,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    },
    body,
  }
}
