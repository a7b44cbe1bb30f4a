import { isIP, isIPv6 } from 'node:net'
import { EngineError } from '../../contract/errors.ts'
import { readAuthority } from './authority.ts'

export interface AllowList {
  /** Takes a host in canonical form only. */
  allows(host: string, port: number): boolean
  /** Whether an allowed name may resolve to this public address. */
  admits(address: string, target: { host: string; port: number }): boolean
}

/** Reads the entries of a policy, or throws INVALID_REQUEST that names each one that does not fit. */
export function parseAllowList(entries: string[]): AllowList {
  const hosts = new Set<string>()
  const parents = new Set<string>()
  const problems: string[] = []
  for (const entry of entries) {
    const rule = parseEntry(entry)
    if (rule === undefined) problems.push(`network.allow: ${JSON.stringify(entry)} is not ${FORM}`)
    else for (const port of rule.ports) (rule.below ? parents : hosts).add(key(rule.host, port))
  }
  if (problems.length > 0) throw new EngineError('INVALID_REQUEST', { problems })
  return {
    allows: (host, port) =>
      hosts.has(key(host, port)) || parentsOf(host).some((parent) => parents.has(key(parent, port))),
    admits: () => true,
  }
}

const FORM = '"name", "*.name" or an address, each with an optional ":port"'
const USUAL_PORTS = [80, 443]

interface Rule {
  host: string
  ports: number[]
  /** Covers all names below this one, but not the name itself. */
  below: boolean
}

function parseEntry(entry: string): Rule | undefined {
  const below = entry.startsWith('*.')
  const rest = below ? entry.slice(2) : entry
  const authority = readAuthority(isIPv6(rest) ? `[${rest}]` : rest)
  if (authority === undefined || (below && isIP(authority.host) > 0)) return undefined
  return { host: authority.host, ports: authority.port === undefined ? USUAL_PORTS : [authority.port], below }
}

const key = (host: string, port: number): string => `${host} ${port}`

/** Entries of a list that cover a name: itself, any of its parents, or any name at all. */
export const namesFor = (host: string): string[] => [host, ...parentsOf(host).map((parent) => `*.${parent}`), '*']

function parentsOf(host: string): string[] {
  if (isIP(host) > 0) return []
  const labels = host.split('.')
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'))
}
