import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '../../../engine.ts'

export interface ControlRequest {
  /** Parts of the path, decoded. */
  params: Record<string, string>
  query: URLSearchParams
  /** Undefined when none was sent. */
  body: unknown
  headers: IncomingHttpHeaders
  caller: Caller
}

export interface ControlAnswer {
  status: number
  /** Sent as JSON. */
  body?: unknown
  headers?: Record<string, string>
}

/** One call of the control plane. Both generations of a path are two rows with one handler. */
export interface ControlRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `{name}` stands for one part of the path. */
  path: string
  handle(request: ControlRequest): Promise<ControlAnswer>
}
