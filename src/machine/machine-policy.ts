import { isIP } from 'node:net'
import { EngineError } from '../contract/errors.ts'
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
const MOST_HOSTS = 10
const MOST_HEADERS = 20
const LONGEST_NAME = 64
const LONGEST_VALUE = 2048

/**
 * Who a machine may talk to, in the words of boxes. Throws INVALID_REQUEST for what cannot be understood, NETWORK_REFUSED for
 * what is named and lies above the server's ceiling; ranges are held to the ceiling address by address.
 */
export function policyOf(network: MachineNetwork, { ceiling, isOpen, fillHeader }: MachinePolicyParts): NetworkPolicy {
  const { allowOut, denyOut, egressProxy, rules } = network
  const isDenied = !network.allowInternet || !isOpen || denyOut.includes(EVERYTHING)
  const problems = [...namesWithoutDenial(allowOut, isDenied), ...unfitRules(rules)]
  if (problems.length > 0) throw new EngineError('INVALID_REQUEST', { problems })
  const policy: NetworkPolicy = {
    allow: [],
    internet: { allow: allowOut, deny: isDenied ? [...denyOut, EVERYTHING] : denyOut, ceiling },
    headers: Object.fromEntries(Object.entries(rules).map(([host, { headers }]) => [host, headers])),
    ...(fillHeader && { fillHeader }),
    ...(egressProxy && { proxy: egressProxy }),
  }
  parseRules(policy)
  const named = allowOut.filter((entry) => !entry.includes('/'))
  assertWithinCeiling(egressProxy ? [...named, egressProxy.address] : named, ceiling)
  return policy
}

/** A name among what is allowed means nothing as long as everything is: who wrote it believes that the rest is denied. */
function namesWithoutDenial(allowOut: string[], isDenied: boolean): string[] {
  const name = allowOut.find((entry) => !entry.includes('/') && isIP(entry) === 0)
  if (isDenied || name === undefined) return []
  return [`network.allowOut: ${JSON.stringify(name.slice(0, 300))} needs "${EVERYTHING}" in network.denyOut`]
}

function unfitRules(rules: MachineNetwork['rules']): string[] {
  const problems: string[] = []
  if (Object.keys(rules).length > MOST_HOSTS) problems.push(`network.rules: more than ${MOST_HOSTS} hosts`)
  for (const [host, { headers }] of Object.entries(rules)) {
    const where = `network.rules: ${JSON.stringify(host.slice(0, 300))}`
    const entries = Object.entries(headers)
    if (entries.length > MOST_HEADERS) problems.push(`${where} has more than ${MOST_HEADERS} headers`)
    if (entries.some(([name]) => name.length > LONGEST_NAME))
      problems.push(`${where} has a name of more than ${LONGEST_NAME} characters`)
    if (entries.some(([, value]) => value.length > LONGEST_VALUE))
      problems.push(`${where} has a value of more than ${LONGEST_VALUE} characters`)
  }
  return problems
}
