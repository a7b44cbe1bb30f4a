import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LiveMachine } from '../../engine.ts'

/** A request that came for a port of a machine. */
export interface Visit {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  machine: LiveMachine
  /** It comes from a program of the machine itself. */
  isInside?: boolean
}

/** Answers everything that comes for one port. What it throws is a bug; what a caller did wrong it answers itself. */
export type Plane = (visit: Visit) => Promise<void>

/** Where E2B's own servers listen inside a sandbox. Ours answer in their place, outside of it. */
export const ENVD_PORT = 49983
export const INTERPRETER_PORT = 49999
