import { isIP } from 'node:net'
import { EngineError } from '../../contract/errors.ts'
import type { InternetPolicy } from '../network.ts'
import { createAddressRanges } from './address-ranges.ts'
import { type AllowList, namesFor, parseAllowList } from './allow-list.ts'
import { readAuthority } from './authority.ts'
import { EVERY_PUBLIC } from './ceiling.ts'
import { isPublicAddress } from './public-address.ts'

const MOST_ENTRIES = 1000
const EVERY_NAME = '*'

/** Reads an internet policy, or throws INVALID_REQUEST that names each faulty entry. */
export function parseInternet({ allow, deny, ceiling }: InternetPolicy): AllowList {
  const problems: string[] = []
  const note = (field: string, entry: string, form: string) =>
    problems.push(`network.${field}: ${JSON.stringify(entry.slice(0, 300))} is not ${form}`)
  const [allowed, denied] = [createAddressRanges(), createAddressRanges()]
  const names = createNames()
  for (const entry of allow) if (!allowed.add(entry) && !names.add(entry)) note('allowOut', entry, ALLOW_FORM)
  for (const entry of deny) if (!denied.add(entry)) note('denyOut', entry, 'an address or a range like 10.0.0.0/8')
  if (Math.max(allow.length, deny.length) > MOST_ENTRIES) problems.push(`network: more than ${MOST_ENTRIES} entries`)
  if (problems.length > 0) throw new EngineError('INVALID_REQUEST', { problems })

  const isCovered = coverOf(ceiling)
  const isOpen = (address: string) => allowed.has(address) || !denied.has(address)
  return {
    allows(host, port) {
      if (!isCovered(host, port)) return false
      if (isIP(host) === 0) return names.has(host, port) || !denied.isEverything()
      if (names.has(host, port)) return true
      // An address that is not public needs an entry of its own, beside the server's consent.
      return isPublicAddress(host) ? isOpen(host) : allow.includes(host)
    },
    admits: (address, { host, port }) => names.has(host, port) || isOpen(address),
  }
}

const ALLOW_FORM = 'a name, "*.name", an address or a range like 10.0.0.0/8'

/** Hosts by name, or by address with a port; on every port where none is named. */
function createNames() {
  const known = new Set<string>()
  const key = (name: string, port: number | undefined) => `${name} ${port ?? '*'}`
  return {
    add(entry: string): boolean {
      if (entry === EVERY_NAME) {
        known.add(key(EVERY_NAME, undefined))
        return true
      }
      const below = entry.startsWith('*.')
      const authority = readAuthority(below ? entry.slice(2) : entry)
      if (authority === undefined || (below && isIP(authority.host) > 0)) return false
      known.add(key(`${below ? '*.' : ''}${authority.host}`, authority.port))
      return true
    },
    has(host: string, port: number): boolean {
      const forms = isIP(host) > 0 ? [host] : namesFor(host)
      return forms.some((form) => known.has(key(form, undefined)) || known.has(key(form, port)))
    },
  }
}

/** Whether the server's ceiling covers a host. A pattern covers only public hosts. */
export function coverOf(ceiling: string[]) {
  const everyPublic = ceiling.includes(EVERY_PUBLIC)
  const list = parseAllowList(ceiling.filter((entry) => entry !== EVERY_PUBLIC))
  return (host: string, port: number): boolean =>
    (everyPublic && (isIP(host) === 0 || isPublicAddress(host))) || list.allows(host, port)
}
