import { localCertificateFiles } from '../../server/tls/local-certificate.ts'
import { readConfig } from '../read-config.ts'
import { UsageError } from '../usage-error.ts'
import { makeCertificates } from './make-certificates.ts'

export interface CertsReport {
  domain: string
  caFile: string
  certFile: string
  keyFile: string
  validUntil: string
  isNewAuthority: boolean
}

/** Makes certificates for a domain, the configured one when none is given, below the data directory. */
export async function makeCertsHere(asked: string | undefined): Promise<CertsReport> {
  const { e2bDomain, home } = readConfig(asked === undefined ? {} : { e2bDomain: asked }).config
  const name = e2bDomain.split(':')[0] ?? ''
  if (name === '') throw new UsageError('No domain was given, and none is configured.', EXAMPLE)
  if (!name.includes('.')) {
    throw new UsageError(
      `No client accepts a certificate for everything below "${name}": it has one part only.`,
      EXAMPLE,
    )
  }
  const files = localCertificateFiles(home)
  const { validUntil, isNewAuthority } = await makeCertificates(files, name)
  const { caFile, certFile, keyFile } = files
  return { domain: e2bDomain, caFile, certFile, keyFile, validUntil: validUntil.toISOString(), isNewAuthority }
}

const EXAMPLE = 'Name one with the port of the server, for example: anneal certs anneal.localhost:4400'
