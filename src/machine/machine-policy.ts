import { isIPv6 } from 'node:net'
import { readAuthority } from '../sandbox/egress/authority.ts'
import { assertWithinCeiling } from '../sandbox/egress/ceiling.ts'
import { parseRules } from '../sandbox/egress/rules.ts'
import type { NetworkPolicy } from '../sandbox/network.ts'
import type { MachineNetwork } from './machine.ts'

export interface MachinePolicyParts {
  /** What the server lets anybody reach, see the setting `networkCeiling`. */
  ceiling: string[]
  /** Whether all of that is open to a machine that does not deny it; otherwise only what it names. */
  isOpen: boolean
  /** Puts the secrets of the machine's owner into the value of a header. */
  fillHeader?(value: string): Promise<string>
}

const EVERYTHING = '0.0.0.0/0'
const EVERY_NAME = '*'

/**
 * Who a machine may talk to, in the words of boxes. Throws INVALID_REQUEST for what cannot be understood, NETWORK_REFUSED for
 * what is named and lies above the server's ceiling; ranges are held to the ceiling address by address.
 */
export function policyOf(network: MachineNetwork, { ceiling, isOpen, fillHeader }: MachinePolicyParts): NetworkPolicy {
  const { allowOut, denyOut, egressProxy, rules } = network
  const isDenied = !network.allowInternet || !isOpen || denyOut.includes(EVERYTHING)
  const policy: NetworkPolicy = {
    allow: [],
    internet: { allow: allowOut, deny: isDenied ? [...denyOut, EVERYTHING] : denyOut, ceiling },
    headers: Object.fromEntries(Object.entries(rules).map(([host, { headers }]) => [host, headers])),
    ...(fillHeader && { fillHeader }),
    ...(egressProxy && { proxy: egressProxy }),
  }
  parseRules(policy)
  // One that the ceiling lists on some ports is held to these when it is asked for.
  const listed = new Set(ceiling.map(hostOf))
  const isNamed = (entry: string) => entry !== EVERY_NAME && !entry.includes('/') && !listed.has(hostOf(entry))
  const named = allowOut.filter(isNamed)
  assertWithinCeiling(egressProxy ? [...named, egressProxy.address] : named, ceiling)
  return policy
}

const hostOf = (entry: string): string => readAuthority(isIPv6(entry) ? `[${entry}]` : entry)?.host ?? entry
