export interface EgressLimits {
  /** Open connections of one sandbox at a time. */
  connections: number
  /** Requests on one connection that wait for an earlier one. */
  pipelined: number
  headBytes: number
  /** Time for the whole head of a request, from the connection or the end of the request before. */
  headTimeoutMs: number
  /** Time for resolving the name and connecting, together. */
  connectTimeoutMs: number
  /** Time without a byte in either direction. */
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
