import type { Duplex } from 'node:stream'
import type { NetworkPolicy } from '../network.ts'
import { createClients } from './clients.ts'
import type { Door } from './exchange.ts'
import { egressClosed, tooMany } from './failure.ts'
import { EGRESS_LIMITS, type EgressLimits } from './limits.ts'
import { createProxyServer } from './proxy-server.ts'
import { type Reach, realReach } from './reach.ts'
import { parseRules, refusalOf } from './rules.ts'
import { endWith } from './tunnel.ts'

export interface EgressParts extends Partial<Reach> {
  policy: NetworkPolicy
  clock?(): number
  limits?: Partial<EgressLimits>
}

/** The only way out of a sandbox: an HTTP proxy that carries the requests which the policy allows, and reports every one. */
export function createEgress({ policy, clock = Date.now, limits, ...ways }: EgressParts) {
  let rules = parseRules(policy)
  let closed = false
  const door: Door = {
    ...realReach,
    ...ways,
    rules: () => rules,
    limits: { ...EGRESS_LIMITS, ...limits },
    clock,
    live: new Set(),
  }
  const clients = createClients(door.limits)
  const server = createProxyServer(door, clients)

  return {
    /** Takes over a connection that a program in the sandbox made to its proxy. */
    handle(connection: Duplex): void {
      connection.on('error', () => {})
      if (closed || connection.destroyed) connection.destroy()
      else if (clients.add(connection)) server.emit('connection', connection)
      else endWith(connection, tooMany(door.limits.connections))
    },

    /** Applies the whole policy at once, or throws and applies nothing. Open requests that it forbids are cut. */
    setPolicy(next: NetworkPolicy): void {
      rules = parseRules(next)
      for (const live of door.live) {
        const refusal = refusalOf(live, rules)
        if (refusal) live.cut(refusal)
      }
    },

    close(): void {
      closed = true
      for (const { cut } of door.live) cut(egressClosed())
      clients.closeAll()
    },
  }
}
