import { X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { EngineError } from '../../contract/errors.ts'
import type { Engine } from '../../engine.ts'
import { type Certificate, openCertificate } from './certificate.ts'
import { localCertificateFiles } from './local-certificate.ts'

/** The configured certificate, or one that was made on this host for a domain, or none: then there is no TLS. */
export function chooseCertificate({ config, logger }: Pick<Engine, 'config' | 'logger'>): Certificate | undefined {
  const files = filesOf(config)
  if (!files) {
    if (config.tlsOnly) throw new EngineError('CERTIFICATE_MISSING', {})
    return undefined
  }
  const onTrouble = (error: unknown) =>
    logger.warn({ err: error, ...files }, 'the certificate cannot be read; the one before is used')
  try {
    const certificate = openCertificate(files, onTrouble)
    const { cert } = certificate.current()
    const name = `api.${config.e2bDomain.split(':')[0]}`
    if (config.e2bDomain !== '' && new X509Certificate(cert).checkHost(name) === undefined)
      logger.warn(files, `the certificate is not for ${name}: clients will refuse it`)
    return certificate
  } catch (error) {
    throw new EngineError('CERTIFICATE_UNUSABLE', { ...files, reason: (error as Error).message }, { cause: error })
  }
}

function filesOf({ home, e2bDomain, tlsCert, tlsKey, tlsOnly }: Engine['config']) {
  if (tlsCert !== '') return { certFile: tlsCert, keyFile: tlsKey }
  const { certFile, keyFile } = localCertificateFiles(home)
  return (e2bDomain !== '' || tlsOnly) && existsSync(certFile) ? { certFile, keyFile } : undefined
}
