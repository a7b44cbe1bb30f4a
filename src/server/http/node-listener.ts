import { getRequestListener, RequestError } from '@hono/node-server'
import { EngineError } from '../../contract/errors.ts'
import type { Door } from './create-door.ts'

/** Opens a door to the requests of a Node server. */
export const nodeListener = (door: Door) =>
  getRequestListener(door.fetch, { errorHandler: (error) => door.refuse(refusalOf(error)) })

/** Input that could not become a request is the sender's fault. */
const refusalOf = (error: unknown): unknown =>
  error instanceof RequestError ? new EngineError('MALFORMED_REQUEST', { reason: error.message }) : error
