/** The hosts that a sandbox may talk to. An empty list allows none. */
export interface NetworkPolicy {
  /** Host names, `*.name` for everything below a name, or addresses; each with an optional `:port` (else 80 and 443). */
  allow: string[]
  /** Replaces the list: everything public, with exceptions. */
  internet?: InternetPolicy
  /**
   * Headers set on requests to a host, by its name; they replace headers of these names that the program sent. Requests inside
   * TLS stay as they are.
   */
  headers?: Record<string, Record<string, string>>
  /** Fills the placeholders in the value of such a header when a request leaves; throws where one stands for nothing. */
  fillHeader?(value: string): Promise<string>
  /** All connections go out through this proxy. */
  proxy?: SocksProxy
  /** Asked about a host that the list does not have, before it is refused; never about one that this ceiling does not cover. */
  beyond?: { ceiling: string[]; mayReach(target: { host: string; port: number }): Promise<'yes' | 'asked' | 'no'> }
  /** Called once for each request that the sandbox made, allowed or not; for an allowed one before any of its bytes leaves. */
  onRequest?(request: EgressRequest): void
  /** Called when an allowed request is over. Listeners must not throw. */
  onEnd?(end: EgressEnd): void
}

/** Opens all hosts except denied ones, on every port unless an entry names one. */
export interface InternetPolicy {
  /** Names, `*.name`, addresses and ranges such as `10.0.0.0/8`; these win over `deny`. */
  allow: string[]
  /** Addresses and ranges; `0.0.0.0/0` is every address, and keeps other names from even being looked up. */
  deny: string[]
  /** Limits that the server sets for everybody, see the setting `networkCeiling`; they win over all of the above. */
  ceiling: string[]
}

/** A SOCKS 5 proxy, with a password where one is named. */
export interface SocksProxy {
  /** `host:port` */
  address: string
  username?: string
  password?: string
}

export interface EgressRequest {
  at: number
  /**
   * Method of the request. Method and host are empty when the bytes were no HTTP request at all; the port is 0 when none was
   * named.
   */
  method: string
  /** Host in its canonical form; as it was sent when it has none. */
  host: string
  port: number
  allowed: boolean
  /** Reason why the request was refused. */
  reason?: string
  /** Address of the connection. */
  address?: string
}

export interface EgressEnd {
  /** The very object that `onRequest` received. */
  request: EgressRequest
  endedBy: EgressEndedBy
  durationMs: number
  /** Bytes to and from the remote host, heads included. */
  sentBytes: number
  receivedBytes: number
}

/** `policy`: a new policy forbids the request; `closed`: the sandbox's network was closed. */
export type EgressEndedBy = 'done' | 'client' | 'upstream' | 'timeout' | 'policy' | 'closed'
