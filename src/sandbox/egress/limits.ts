export interface EgressLimits {
  /** Open connections of one box at a time. */
  connections: number
  /** Requests on one connection that wait for the one before. */
  pipelined: number
  headBytes: number
  /** Until the head of a request is whole, from the connection or the end of the request before. */
  headTimeoutMs: number
  /** For the name and the connection together. */
  connectTimeoutMs: number
  /** Without a byte in either direction. */
  idleTimeoutMs: number
}

export const EGRESS_LIMITS: EgressLimits = {
  connections: 64,
  pipelined: 16,
  headBytes: 16_384,
  headTimeoutMs: 60_000,
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 300_000,
}
