import { isIPv4, isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'

export interface Authority {
  /** A lowercase ASCII name without trailing dot, or an address in its one canonical spelling, without brackets. */
  host: string
  port?: number
}

/** Reads `host`, `host:port` and `[address]:port`; anything else is undefined. */
export function readAuthority(text: string): Authority | undefined {
  const [, rawHost = '', rawPort] = AUTHORITY.exec(text) ?? []
  const host = canonicalHost(rawHost)
  if (host === undefined) return undefined
  if (rawPort === undefined) return { host }
  const port = Number(rawPort)
  return port <= 65_535 ? { host, port } : undefined
}

const AUTHORITY = /^(\[[^\]]*\]|[^:[\]]*)(?::([1-9]\d{0,4}))?$/

/**
 * The canonical form, in which names and addresses are compared, resolved and connected to, so that the list, the resolver and
 * the kernel cannot read one text in different ways.
 */
function canonicalHost(text: string): string | undefined {
  if (text.startsWith('[')) return isIPv6(text.slice(1, -1)) ? canonicalAddress(text.slice(1, -1)) : undefined
  if (FORBIDDEN.test(text)) return undefined
  // Also turns decimal, octal, hexadecimal and short spellings of an IPv4 address into the dotted one.
  const ascii = domainToASCII(text)
  const host = ascii.endsWith('.') ? ascii.slice(0, -1) : ascii
  return isIPv4(host) || (host.length <= 253 && NAME.test(host)) ? host : undefined
}

/** All ASCII characters that are no part of a name: `domainToASCII` would cut, decode or drop some of them. */
const FORBIDDEN = /[\x00-,/:-@[-^`{-\x7f]/
const NAME = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/

/** One spelling for each address; an IPv4 address mapped into IPv6 is that IPv4 address. */
export function canonicalAddress(text: string): string | undefined {
  if (isIPv4(text)) return text
  // A zone such as %eth0 names an interface of this host.
  if (!isIPv6(text) || text.includes('%')) return undefined
  const address = new URL(`http://[${text}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(address) ?? []
  if (high === undefined || low === undefined) return address
  return [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join('.')
}

/** The eight numbers of an IPv6 address in canonical form. */
export function addressGroups(address: string): number[] {
  const [start = '', end = ''] = address.split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [before, after] = [read(start), read(end)]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/** The text of a Host header. */
export function authorityText(host: string, { port, usualPort }: { port: number; usualPort: number }): string {
  const name = isIPv6(host) ? `[${host}]` : host
  return port === usualPort ? name : `${name}:${port}`
}
