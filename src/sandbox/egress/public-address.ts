import { BlockList, isIPv4 } from 'node:net'
import { canonicalAddress } from './authority.ts'

/** Whether an address lies in the public internet, and not in this host, its networks or its cloud. */
export function isPublicAddress(text: string): boolean {
  const address = canonicalAddress(text)
  if (address === undefined) return false
  if (isIPv4(address)) return !specialV4.check(address, 'ipv4')
  return globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
}

/** The IANA registry of special-purpose addresses, and the addresses that it leaves to other documents. */
const SPECIAL_V4: [network: string, prefix: number][] = [
  ['0.0.0.0', 8], // this network, unspecified
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, metadata of clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
]

/** Outside of these nothing is routed to the world: loopback, unspecified, ULA, link-local, site-local, multicast … */
const GLOBAL_V6: [network: string, prefix: number][] = [
  ['2000::', 3],
  ['64:ff9b::', 96], // NAT64
]

const SPECIAL_V6: [network: string, prefix: number][] = [
  ['2001::', 23], // Teredo, benchmarking, ORCHID and other protocol assignments
  ['2001:db8::', 32], // documentation
  ['3fff::', 20], // documentation
  // An address that leads to an IPv4 one is as special as that one.
  ...SPECIAL_V4.map(([network, prefix]): [string, number] => [`64:ff9b::${network}`, 96 + prefix]),
  ...SPECIAL_V4.map(([network, prefix]): [string, number] => [sixToFour(network), 16 + prefix]),
]

function sixToFour(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return `2002:${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}::`
}

const blockList = (networks: [network: string, prefix: number][], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList()
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family)
  return list
}

const specialV4 = blockList(SPECIAL_V4, 'ipv4')
const globalV6 = blockList(GLOBAL_V6, 'ipv6')
const specialV6 = blockList(SPECIAL_V6, 'ipv6')
