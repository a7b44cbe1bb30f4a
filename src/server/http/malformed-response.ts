import { RequestError } from '@hono/node-server'
import { EngineError } from '../../contract/errors.ts'
import { refusalOf } from './refusal.ts'

/** Answers what no request of our app could be made of: it has no host, or one that is none, or a path that is none. */
export function malformedResponse(error: unknown, requestId: string): Response {
  const isTheirs = error instanceof RequestError
  const told = isTheirs
    ? new EngineError('MALFORMED_REQUEST', { reason: error.message })
    : new EngineError('INTERNAL', { requestId })
  const { body, ...head } = refusalOf(told, requestId)
  return new Response(body, head)
}
