import { isIP } from 'node:net'
import { z } from 'zod'

export const ALL_TRAFFIC = '0.0.0.0/0'

const LABEL = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/i
const MOST_LABEL = 63
const MOST_NAME = 253

/** An IP address or a range of them: `8.8.8.8`, `10.0.0.0/8`, `2001:db8::/32`. */
export function isAddress(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** `example.com`, `*.example.com`; a star alone is every name. */
export function isDomain(text: string): boolean {
  if (text === '*') return true
  const name = text.startsWith('*.') ? text.slice(2) : text
  const labels = name.split('.')
  return (
    name.length <= MOST_NAME &&
    isIP(name) === 0 &&
    labels.every((label) => label.length <= MOST_LABEL && LABEL.test(label))
  )
}

/** A host that rules are kept for: a domain or an address, with an optional port. */
function isRuleHost(text: string): boolean {
  const [host = '', port, ...rest] = text.split(':')
  if (isIP(text) !== 0) return true
  return rest.length === 0 && (port === undefined || isPort(port)) && (isDomain(host) || isIP(host) !== 0)
}

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535

/** `host:port` of a proxy; an IPv6 address stands in brackets. */
function isProxyAddress(text: string): boolean {
  const at = text.lastIndexOf(':')
  if (at < 1 || !isPort(text.slice(at + 1))) return false
  const host = text.slice(0, at)
  return host.startsWith('[') && host.endsWith(']')
    ? isIP(host.slice(1, -1)) === 6
    : isIP(host) === 4 || (isDomain(host) && !host.startsWith('*'))
}

export const allowed = z.string().refine((text) => isAddress(text) || isDomain(text), {
  error: 'must be an IP address, a CIDR block, or a domain name such as "example.com" or "*.example.com"',
})
export const denied = z.string().refine(isAddress, {
  error: 'must be an IP address or a CIDR block; domain names are not supported for deny rules',
})
export const ruleHost = z.string().refine(isRuleHost, { error: 'must be a domain name' })
export const proxyAddress = z.string().refine(isProxyAddress, {
  error: 'must be a SOCKS5 proxy as host:port, such as "proxy.example.com:1080"',
})
