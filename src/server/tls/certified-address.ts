import { X509Certificate } from 'node:crypto'
import { hostNameOf, isKnownHost } from '../http/guard-request.ts'
import type { Certificate } from './certificate.ts'

/**
 * The address under which clients find a server that refuses plain HTTP: by the first name of its certificate that it
 * answers to. Undefined where there is none, so that clients would refuse the certificate or the server the name.
 */
export function certifiedAddress(
  url: string,
  { certificate, allowedHosts }: { certificate: Pick<Certificate, 'current'>; allowedHosts: string[] },
): string | undefined {
  const { subjectAltName = '' } = new X509Certificate(certificate.current().cert)
  const names = subjectAltName.split(', ').flatMap((entry) => /^(?:DNS|IP Address):([^*]+)$/.exec(entry)?.[1] ?? [])
  const name = names.find((one) => isKnownHost(hostNameOf(one) ?? one, { allowedHosts }))
  if (name === undefined) return undefined
  const address = new URL(url)
  address.hostname = name.includes(':') ? `[${name}]` : name
  return address.origin
}
