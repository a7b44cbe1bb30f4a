import { join } from 'node:path'

/**
 * The files that `anneal certs` writes, and that the server reads when no certificate is configured. Clients must trust
 * `caFile`.
 */
export function localCertificateFiles(home: string) {
  const at = (name: string) => join(home, 'certs', name)
  return { caFile: at('ca.pem'), caKeyFile: at('ca-key.pem'), certFile: at('cert.pem'), keyFile: at('key.pem') }
}
