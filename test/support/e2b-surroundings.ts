import dns from 'node:dns'
import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { vi } from 'vitest'
import type { E2bDomain } from './e2b-domain.ts'

export type E2bWay = 'a URL' | 'a domain'

export interface E2bSurroundings {
  /** Options that a caller has to give a client to come here, beside a key. */
  connection: { domain?: string; apiUrl?: string; sandboxUrl?: string }
  /** Host names that were looked up so far, without the ids of sandboxes. */
  hosts: Set<string>
  leave(): void
}

/** Sets one of the two ways to E2B's API in the environment of this process, as in programs of users. */
export function e2bSurroundings(way: E2bWay, { domain, key, files, port }: E2bDomain): E2bSurroundings {
  const url = `http://127.0.0.1:${port}`
  const variables =
    way === 'a domain' ? { E2B_DOMAIN: domain } : { E2B_API_URL: url, E2B_SANDBOX_URL: url, E2B_VOLUME_API_URL: url }
  for (const [name, value] of Object.entries({ E2B_API_KEY: key, ...variables })) vi.stubEnv(name, value)
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(files.caFile, 'utf8')])
  return {
    connection: way === 'a domain' ? { domain } : { apiUrl: url, sandboxUrl: url },
    hosts: watchLookups(),
    leave() {
      vi.unstubAllEnvs()
      vi.restoreAllMocks()
    },
  }
}

/** Leads every name to this host: Node finds those below localhost only where the system does. */
function watchLookups(): Set<string> {
  const hosts = new Set<string>()
  const lookup = dns.lookup as (name: string, ...rest: unknown[]) => void
  const watched = (name: string, ...rest: unknown[]) => {
    hosts.add(name.replace(/^(\d+)-[a-z0-9]+\./, '$1-ID.'))
    lookup('127.0.0.1', ...rest)
  }
  vi.spyOn(dns, 'lookup').mockImplementation(watched as typeof dns.lookup)
  return hosts
}
