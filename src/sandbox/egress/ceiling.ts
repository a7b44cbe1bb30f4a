import { isIP, isIPv6 } from 'node:net'
import { EngineError } from '../../contract/errors.ts'
import { parseAllowList } from './allow-list.ts'
import { readAuthority } from './authority.ts'
import { isPublicAddress } from './public-address.ts'

/** Entry that stands for every host of the public internet. */
export const EVERY_PUBLIC = '*'
const USUAL_PORTS = [80, 443]

/**
 * Throws unless the operator's ceiling covers all hosts that a call asks to reach. A pattern never covers an address of this
 * host or its networks: the operator has to list it as it is.
 */
export function assertWithinCeiling(asked: string[], ceiling: string[]): void {
  parseAllowList(asked)
  const patterns = parseAllowList(ceiling.filter((entry) => entry !== EVERY_PUBLIC))
  const coversEveryPublic = ceiling.includes(EVERY_PUBLIC)
  for (const entry of asked) {
    if (ceiling.includes(entry) || (coversEveryPublic && isPublic(entry))) continue
    const { host, ports } = targetOf(entry)
    if (!ports.every((port) => patterns.allows(host, port))) throw new EngineError('NETWORK_REFUSED', { host: entry })
  }
}

/** Whether the entry is public. A name may lead anywhere; its address is checked again when it is resolved. */
function isPublic(entry: string): boolean {
  const { host } = targetOf(entry)
  return isIP(host) === 0 || isPublicAddress(host)
}

function targetOf(entry: string): { host: string; ports: number[] } {
  // For `*.name` any name below it stands for all of them.
  const name = entry.startsWith('*.') ? `any${entry.slice(1)}` : entry
  const authority = readAuthority(isIPv6(name) ? `[${name}]` : name)
  if (!authority) throw new EngineError('NETWORK_REFUSED', { host: entry })
  return { host: authority.host, ports: authority.port === undefined ? USUAL_PORTS : [authority.port] }
}
