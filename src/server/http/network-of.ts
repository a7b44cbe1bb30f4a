import { isIPv6 } from 'node:net'

const GROUPS = 8
/** These groups of an IPv6 address name a network; its owner chooses the rest freely, even for each request. */
const NETWORK_GROUPS = 4

/** The part of an address that identifies its owner. */
export function networkOf(address: string): string {
  // A server that listens on IPv6 sees IPv4 addresses in this form.
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [front = [], back = []] = plain.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const groups = [...front, ...Array<string>(Math.max(0, GROUPS - front.length - back.length)).fill('0'), ...back]
  return groups.slice(0, NETWORK_GROUPS).join(':')
}
