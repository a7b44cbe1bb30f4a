import { isIPv6 } from 'node:net'

const GROUPS = 8
/** So much of an IPv6 address names a network; the rest its owner chooses at will, and a new one for each request. */
const NETWORK_GROUPS = 4

/** The part of an address that says whose it is. */
export function networkOf(address: string): string {
  // Two ways to write one address: a server that listens on IPv6 sees those of IPv4 in this form.
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [front = [], back = []] = plain.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const groups = [...front, ...Array<string>(Math.max(0, GROUPS - front.length - back.length)).fill('0'), ...back]
  return groups.slice(0, NETWORK_GROUPS).join(':')
}
