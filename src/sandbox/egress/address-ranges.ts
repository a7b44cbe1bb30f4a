import { BlockList, isIP, isIPv4 } from 'node:net'
import { addressGroups, canonicalAddress } from './authority.ts'

/** A set of addresses and ranges of addresses. */
export interface AddressRanges {
  /** False for a text that is no address and no range. */
  add(entry: string): boolean
  /** Takes an address in canonical form only. */
  has(address: string): boolean
  isEverything(): boolean
}

const EVERYTHING = '0.0.0.0/0'

export function createAddressRanges(): AddressRanges {
  const list = new BlockList()
  let isEverything = false
  return {
    add(entry) {
      const [text = '', prefix, ...more] = entry.split('/')
      const address = canonicalAddress(text)
      if (address === undefined || more.length > 0) return false
      const family = isIPv4(address) ? 'ipv4' : 'ipv6'
      const bits = prefix === undefined ? BITS[family] : prefixOf(prefix)
      if (bits === undefined || bits > BITS[family]) return false
      // A range of mapped addresses is counted in the bits of IPv6, and would mean another range here.
      if (prefix !== undefined && isIP(text) === 6 && family === 'ipv4') return false
      list.addSubnet(address, bits, family)
      isEverything ||= entry === EVERYTHING
      return true
    },
    has: (address) => isEverything || formsOf(address).some((form) => list.check(form, isIPv4(form) ? 'ipv4' : 'ipv6')),
    isEverything: () => isEverything,
  }
}

const BITS = { ipv4: 32, ipv6: 128 } as const
const prefixOf = (text: string): number | undefined => (/^\d{1,3}$/.test(text) ? Number(text) : undefined)

/** All forms of an address: an IPv6 address that leads to an IPv4 one counts as both. */
function formsOf(address: string): string[] {
  if (isIPv4(address)) return [address]
  const groups = addressGroups(address)
  const isTranslated = groups.slice(0, 6).join() === '100,65435,0,0,0,0'
  const [high = 0, low = 0] = isTranslated ? groups.slice(6) : groups[0] === 0x2002 ? groups.slice(1) : []
  if (!isTranslated && groups[0] !== 0x2002) return [address]
  return [address, [high >> 8, high & 255, low >> 8, low & 255].join('.')]
}
