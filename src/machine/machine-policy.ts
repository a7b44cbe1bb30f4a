import { isIPv6 } from 'node:net'
import { readAuthority } from '../sandbox/egress/authority.ts'
import { assertWithinCeiling } from '../sandbox/egress/ceiling.ts'
import { parseRules } from '../sandbox/egress/rules.ts'
import type { NetworkPolicy } from '../sandbox/network.ts'
import type { MachineNetwork } from './machine.ts'

export interface MachinePolicyParts {
  /** The hosts that the server lets anybody reach, see the setting `networkCeiling`. */
  ceiling: string[]
  /** Whether all of those are open to a machine that denies nothing; otherwise only the hosts that it names. */
  isOpen: boolean
  /** Hosts that a person may open while it runs. */
  beyond?: NetworkPolicy['beyond']
  /** Puts the secrets of the machine's owner into the value of a header. */
  fillHeader?(value: string): Promise<string>
}

const EVERYTHING = '0.0.0.0/0'
const EVERY_NAME = '*'

/**
 * The hosts that a machine may reach, as a policy of sandboxes. Throws INVALID_REQUEST for a value that cannot be
 * parsed, NETWORK_REFUSED for a host above the server's ceiling; ranges are checked against the ceiling address by
 * address.
 */
export function policyOf(
  network: MachineNetwork,
  { ceiling, isOpen, fillHeader, beyond }: MachinePolicyParts,
): NetworkPolicy {
  const { allowOut, denyOut, egressProxy, rules } = network
  const isDenied = !network.allowInternet || !isOpen || denyOut.includes(EVERYTHING)
  const policy: NetworkPolicy = {
    allow: [],
    internet: { allow: allowOut, deny: isDenied ? [...denyOut, EVERYTHING] : denyOut, ceiling },
    headers: Object.fromEntries(Object.entries(rules).map(([host, { headers }]) => [host, headers])),
    ...(beyond && { beyond }),
    ...(fillHeader && { fillHeader }),
    ...(egressProxy && { proxy: egressProxy }),
  }
  parseRules(policy)
  // A host that the ceiling lists for some ports is limited to them when it is asked for.
  const listed = new Set(ceiling.map(hostOf))
  const isNamed = (entry: string) => entry !== EVERY_NAME && !entry.includes('/') && !listed.has(hostOf(entry))
  const named = allowOut.filter(isNamed)
  assertWithinCeiling(egressProxy ? [...named, egressProxy.address] : named, ceiling)
  return policy
}

/** The hosts that a machine can reach, as a policy for people names them. */
export function hostsOf(network: MachineNetwork, { isOpen }: Pick<MachinePolicyParts, 'isOpen'>): string[] {
  const { allowInternet, allowOut, denyOut, egressProxy } = network
  const isEvery = allowInternet && isOpen && !denyOut.includes(EVERYTHING)
  return [...(isEvery ? [EVERY_NAME] : []), ...allowOut, ...(egressProxy ? [egressProxy.address] : [])]
}

const hostOf = (entry: string): string => readAuthority(isIPv6(entry) ? `[${entry}]` : entry)?.host ?? entry
