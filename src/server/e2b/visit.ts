import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LiveMachine } from '../../engine.ts'

/** A request for a port of a machine. */
export interface Visit {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  machine: LiveMachine
  /** Set for a request of a program inside the machine itself. */
  isInside?: boolean
}

/** Answers every request for one port. It answers mistakes of callers itself; a thrown error is a bug. */
export type Plane = (visit: Visit) => Promise<void>

/** The port of E2B's own servers inside a sandbox. Ours answer in their place, from outside. */
export const ENVD_PORT = 49983
export const INTERPRETER_PORT = 49999
