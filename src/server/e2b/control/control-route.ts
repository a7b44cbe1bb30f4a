import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../../../engine.ts'

export interface ControlRequest {
  /** Parts of the path, decoded. */
  params: Record<string, string>
  query: URLSearchParams
  /** Undefined when none was sent. */
  body: unknown
  headers: IncomingHttpHeaders
  /** Where the caller found us, such as `http://localhost:4400`: for links that lead back. */
  origin: string
  caller: Caller
}

export interface ControlAnswer {
  status: number
  /** Sent as JSON. */
  body?: unknown
  headers?: Record<string, string>
}

interface RouteName {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `{name}` stands for one part of the path. */
  path: string
}

/** One call of the control plane. Both generations of a path are two rows with one handler. */
export interface ControlRoute extends RouteName {
  handle(request: ControlRequest): Promise<ControlAnswer>
}

/**
 * A call whose body or answer is bytes. It needs no API key: who asks shows something else, such as a signed link or the
 * token of a volume, and the handler looks at that first.
 */
export interface StreamRoute extends RouteName {
  stream(visit: StreamVisit): Promise<void>
}

export interface StreamVisit {
  params: Record<string, string>
  query: URLSearchParams
  request: IncomingMessage
  response: ServerResponse
}
