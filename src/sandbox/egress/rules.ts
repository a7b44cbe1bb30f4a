import { isIP } from 'node:net'
import type { NetworkPolicy } from '../network.ts'
import { type AllowList, parseAllowList } from './allow-list.ts'
import { denied, type EgressFailure, notListed, rerouted, sealed } from './failure.ts'
import { type HeaderRules, parseHeaderRules } from './header-rules.ts'
import { coverOf, parseInternet } from './internet-rules.ts'
import { parseSocksProxy, type SocksRoute } from './socks.ts'
import type { Target } from './target.ts'

/** A policy in parsed form. */
export interface Rules {
  policy: NetworkPolicy
  list: AllowList
  headers: HeaderRules
  proxy?: SocksRoute
  /** Whether a host that the list does not have is open all the same; the ceiling is asked first. */
  opens(target: Target): Promise<'yes' | 'asked' | 'no'>
}

/** Throws INVALID_REQUEST for a policy that cannot be read: it applies as a whole or not at all. */
export function parseRules(policy: NetworkPolicy): Rules {
  const list = policy.internet ? parseInternet(policy.internet) : parseAllowList(policy.allow)
  const proxy = policy.proxy && parseSocksProxy(policy.proxy)
  const { beyond } = policy
  const isCovered = beyond && coverOf(beyond.ceiling)
  return {
    ...{ policy, list, headers: parseHeaderRules(policy), ...(proxy && { proxy }) },
    opens: async ({ host, port }) => (beyond && isCovered?.(host, port) ? beyond.mayReach({ host, port }) : 'no'),
  }
}

/** A request before or during its transfer. */
export interface Carried {
  target: Target
  isTunnel: boolean
  /** The rules under which a person opened the host; under others it is closed again. */
  openedBy?: Rules
  /** Set once the request is connected: the address, and the proxy if there is one. */
  way?: { address: string; proxy: SocksRoute | undefined }
}

/** The rules' refusal of a request; undefined when they allow it. */
export function refusalOf({ target, isTunnel, way, openedBy }: Carried, rules: Rules) {
  const { policy, list, headers, proxy } = rules
  const { host, port } = target
  const forbidden: (target: Target) => EgressFailure = policy.internet ? denied : notListed
  const isOpened = openedBy === rules
  if (!isOpened && !list.allows(host, port)) return forbidden(target)
  if (!isOpened && way && isIP(host) === 0 && !list.admits(way.address, target)) return forbidden(target)
  if (way && JSON.stringify(way.proxy) !== JSON.stringify(proxy)) return rerouted(target)
  return isTunnel && headers.isFor(host) ? sealed(target) : undefined
}
