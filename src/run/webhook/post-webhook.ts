import { lookup as lookupName } from 'node:dns'
import { request as requestPlain } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { namesMetadataAddress } from '../../contract/metadata-address.ts'
import { isPublicAddress } from '../../sandbox/egress/public-address.ts'

/** The addresses that webhooks may be sent to. */
export interface WebhookPolicy {
  /** Names and addresses that may be reached though they are not public. */
  privateHosts: readonly string[]
}

/** An address of the public internet, or of a host that the operator names; the metadata of a cloud never. */
export const mayReach = (address: string, host: string, { privateHosts }: WebhookPolicy): boolean =>
  !namesMetadataAddress(address) && (isPublicAddress(address) || privateHosts.includes(host.toLowerCase()))

/** The name of a host as it is written in a policy: addresses of version 6 without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

const PATIENCE_MS = 10_000

/**
 * Sends one message and gives the status of the answer. The name is resolved once, and the connection goes to one of
 * just these addresses; redirects are not followed.
 */
export function postWebhook(
  target: { url: string; headers: Record<string, string>; body: string },
  { policy, signal }: { policy: WebhookPolicy; signal: AbortSignal },
): Promise<number> {
  const url = new URL(target.url)
  const host = hostOf(url)
  const refused = () => new Error(`${host} is not at a public address`)
  if (isIP(host) > 0 && !mayReach(host, host, policy)) return Promise.reject(refused())
  const lookup: LookupFunction = (name, options, found) =>
    lookupName(name, { ...options, all: true }, (error, addresses) => {
      if (error) return found(error, '', 0)
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => mayReach(address, host, policy))) return found(refused(), '', 0)
      if (options.all) found(null, addresses)
      else found(null, first.address, first.family)
    })
  const send = url.protocol === 'https:' ? requestSecurely : requestPlain
  return new Promise((resolve, reject) => {
    const asked = send(url, {
      method: 'POST',
      headers: { ...target.headers, 'content-length': Buffer.byteLength(target.body) },
      ...{ lookup, agent: false, signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]) },
    })
    asked.on('error', reject)
    asked.on('response', (response) => {
      resolve(response.statusCode ?? 0)
      // Nothing in the response counts beside the status.
      response.destroy()
    })
    asked.end(target.body)
  })
}
