/** Who a box may talk to. An empty list is nobody. */
export interface NetworkPolicy {
  /** Host names, `*.name` for everything below a name, or addresses; each with an optional `:port` (else 80 and 443). */
  allow: string[]
  /** Told each request that the box made, once, allowed or not; an allowed one before any of its bytes leaves. */
  onRequest?(request: EgressRequest): void
  /** Told when an allowed request is over. Listeners must not throw. */
  onEnd?(end: EgressEnd): void
}

export interface EgressRequest {
  at: number
  /** Empty, as is the host, when the bytes were no HTTP request at all; the port is 0 when none was named. */
  method: string
  /** In its canonical form; as it was sent when it has none. */
  host: string
  port: number
  allowed: boolean
  /** Why it was refused. */
  reason?: string
  /** The address that was connected to. */
  address?: string
}

export interface EgressEnd {
  /** The very object that `onRequest` was told. */
  request: EgressRequest
  endedBy: EgressEndedBy
  durationMs: number
  /** Bytes to and from the other side, heads included. */
  sentBytes: number
  receivedBytes: number
}

/** `policy`: a new policy forbids it; `closed`: the box's network was closed. */
export type EgressEndedBy = 'done' | 'client' | 'upstream' | 'timeout' | 'policy' | 'closed'
