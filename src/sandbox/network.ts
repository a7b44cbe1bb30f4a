/** Who a box may talk to. An empty list is nobody. */
export interface NetworkPolicy {
  /** Host names, `*.name` for everything below a name, or addresses; each with an optional `:port` (else 80 and 443). */
  allow: string[]
  /** In place of the list: everything public with exceptions. */
  internet?: InternetPolicy
  /** Set on requests to a host, by its name, in place of what the program sent under these names. Not inside of TLS. */
  headers?: Record<string, Record<string, string>>
  /** What stands in the value of such a header is looked at when a request leaves; throws where it stands for nothing. */
  fillHeader?(value: string): Promise<string>
  /** Everything goes out through it. */
  proxy?: SocksProxy
  /** Told each request that the box made, once, allowed or not; an allowed one before any of its bytes leaves. */
  onRequest?(request: EgressRequest): void
  /** Told when an allowed request is over. Listeners must not throw. */
  onEnd?(end: EgressEnd): void
}

/** What is neither allowed nor denied is open. On every port, unless an entry names one. */
export interface InternetPolicy {
  /** Names, `*.name`, addresses and ranges such as `10.0.0.0/8`; stronger than what is denied. */
  allow: string[]
  /** Addresses and ranges; `0.0.0.0/0` is everything there is, and keeps other names from even being looked up. */
  deny: string[]
  /** What the server lets anybody reach, see the setting `networkCeiling`: stronger than all of the above. */
  ceiling: string[]
}

/** SOCKS 5, with a password where one is named. */
export interface SocksProxy {
  /** `host:port` */
  address: string
  username?: string
  password?: string
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
