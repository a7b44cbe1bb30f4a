import { isIP } from 'node:net'
import type { NetworkPolicy } from '../network.ts'
import { type AllowList, parseAllowList } from './allow-list.ts'
import { denied, type EgressFailure, notListed, rerouted, sealed } from './failure.ts'
import { type HeaderRules, parseHeaderRules } from './header-rules.ts'
import { parseInternet } from './internet-rules.ts'
import { parseSocksProxy, type SocksRoute } from './socks.ts'
import type { Target } from './target.ts'

/** A policy in parsed form. */
export interface Rules {
  policy: NetworkPolicy
  list: AllowList
  headers: HeaderRules
  proxy?: SocksRoute
}

/** Throws INVALID_REQUEST for a policy that cannot be read: it applies as a whole or not at all. */
export function parseRules(policy: NetworkPolicy): Rules {
  const list = policy.internet ? parseInternet(policy.internet) : parseAllowList(policy.allow)
  const proxy = policy.proxy && parseSocksProxy(policy.proxy)
  return { policy, list, headers: parseHeaderRules(policy), ...(proxy && { proxy }) }
}

/** A request before or during its transfer. */
export interface Carried {
  target: Target
  isTunnel: boolean
  /** Set once the request is connected: the address, and the proxy if there is one. */
  way?: { address: string; proxy: SocksRoute | undefined }
}

/** The rules' refusal of a request; undefined when they allow it. */
export function refusalOf({ target, isTunnel, way }: Carried, { policy, list, headers, proxy }: Rules) {
  const { host, port } = target
  const forbidden: (target: Target) => EgressFailure = policy.internet ? denied : notListed
  if (!list.allows(host, port)) return forbidden(target)
  if (way && isIP(host) === 0 && !list.admits(way.address, target)) return forbidden(target)
  if (way && JSON.stringify(way.proxy) !== JSON.stringify(proxy)) return rerouted(target)
  return isTunnel && headers.isFor(host) ? sealed(target) : undefined
}
